"""DEPS and the lists of npm say the same."""

import importlib.util
import json
import pathlib

from tree import CheckError, Tree

_MANIFEST = pathlib.Path(__file__).resolve().parents[1] / "deps/manifest.py"


def dependencies(tree: Tree, fix: bool) -> list[str]:
    """DEPS can be read; it and package.json list the same npm packages, and each
    package of package-lock.json has an exact version and a checksum."""
    manifest = _load_manifest()
    try:
        deps = manifest.read(tree.root / "DEPS")
    except manifest.SyncError as error:
        raise CheckError(str(error)) from None
    asked = json.loads(tree.text("package.json"))
    locked = json.loads(tree.text("package-lock.json"))["packages"]
    direct = asked.get("dependencies", {}) | asked.get("devDependencies", {})
    listed = {package.name: package for package in deps.npm}

    findings = [
        f"DEPS: lacks the npm package {name}, which package.json asks for"
        for name in sorted(set(direct) - set(listed))
    ]
    findings += [
        f"DEPS: lists the npm package {name}, which package.json does not ask for"
        for name in sorted(set(listed) - set(direct))
    ]
    for name, package in listed.items():
        entry = locked.get(f"node_modules/{name}", {})
        if entry and entry.get("license") != package.licence:
            findings.append(f"DEPS: {name} is {package.licence}, but its own word is "
                            f"{entry.get('license')}")
    for path, entry in locked.items():
        if path and not entry.get("integrity", "").startswith("sha512-"):
            findings.append(f"package-lock.json: {path} has no sha512 checksum")
    findings += [
        f"package.json: {name}: '{version}' is not one version"
        for name, version in direct.items()
        if not version[:1].isdigit()
    ]
    return findings


def _load_manifest():
    spec = importlib.util.spec_from_file_location("manifest", _MANIFEST)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
