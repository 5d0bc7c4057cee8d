"""The bundle of the page's modules: it does what they do, and its source map leads back to them."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from claimeven.web.static_files import bundle_modules

MODULES = {
    "main": """/** Says something. */
import { NAME, greet as hail } from "./game/words.js";
import {
  twice,
} from "./numbers.js";

const greet = (name) => `${hail(name)}!`.repeat(twice(1));
console.log(greet(NAME));
""",
    "game/words": """import { twice } from "../numbers.js";
import { Pair } from "./pair.js";
export const NAME = "Alice";
export function greet(name) {
  return `Hello ${name} ${twice(4)}`;
}
""",
    "game/pair": "export class Pair {}\n",
    "numbers": """export const twice = (count) => count * 2;
export async function* never() {}
""",
    "unused": "console.log(1);\n",
}


def test_a_module_comes_after_those_it_imports() -> None:
    script, _ = bundle_modules(MODULES, "main")
    assert [line.split()[1] for line in script.splitlines() if line.startswith("const module_")] == [
        "module_numbers",
        "module_game$pair",
        "module_game$words",
        "module_main",
    ]
    assert "return { twice, never };" in script
    assert "const { NAME, greet: hail } = module_game$words;" in script
    assert "const { Pair } = module_game$pair;" in script
    assert "console.log(1)" not in script


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here to run the script")
def test_the_script_does_what_the_modules_do() -> None:
    script, _ = bundle_modules(MODULES, "main")
    arguments = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "Hello Alice 8!Hello Alice 8!\n"


def test_the_source_map_leads_from_every_line_to_its_module() -> None:
    script, script_map = bundle_modules(MODULES, "main")
    lines = script.splitlines()
    for section in json.loads(script_map)["sections"]:
        (source,) = section["map"]["sources"]
        module = MODULES[source.removeprefix("/js/").removesuffix(".js")].splitlines()
        steps = section["map"]["mappings"].split(";")
        assert steps == ["AAAA", *["AACA"] * (len(module) - 1)]
        first = section["offset"]["line"]
        for line, original in zip(lines[first : first + len(steps)], module, strict=True):
            if not original.startswith(("import", "export", "}")):
                assert line == original


@pytest.mark.parametrize(
    "statement",
    [
        'import "./words.js";',
        'import * as words from "./words.js";',
        'import words from "./words.js";',
        'export * from "./words.js";',
        "export default 4;",
        "export let count = 4;",
        "export { count };",
    ],
)
def test_what_cannot_be_bundled_is_refused(statement: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js has .*; expected import"):
        bundle_modules({"main": f"{statement}\n", "words": ""}, "main")


def test_circular_imports_are_refused() -> None:
    modules = {"main": 'import { b } from "./other.js";\n', "other": 'import { a } from "./main.js";\n'}
    with pytest.raises(ValueError, match="in a circle: main -> other -> main"):
        bundle_modules(modules, "main")
