"""DEPS, read and checked."""

import dataclasses
import pathlib
import tomllib

KINDS = ("build", "test", "lint")


class SyncError(Exception):
    """The set-up can't go on; the message says why and what to do."""


@dataclasses.dataclass(frozen=True)
class DebianPackage:
    name: str
    kind: str
    purpose: str
    licence: str
    fits: str  # "node >= 18", or "" if only the package will do


@dataclasses.dataclass(frozen=True)
class Gem:
    name: str
    kind: str
    purpose: str
    licence: str
    version: str
    platform: str
    sha256: str
    megabytes: int
    folder: str  # relative to the root

    @property
    def archive(self) -> str:
        """The file that `gem fetch` writes."""
        return f"{self.name}-{self.version}-{self.platform}.gem"


@dataclasses.dataclass(frozen=True)
class NpmPackage:
    name: str
    kind: str
    purpose: str
    licence: str


@dataclasses.dataclass(frozen=True)
class Manifest:
    debian: list[DebianPackage]
    gems: list[Gem]
    npm: list[NpmPackage]


def read(path: pathlib.Path) -> Manifest:
    """Reads DEPS. Raises SyncError that names the entry that is wrong."""
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SyncError(f"{path}: {error}") from None
    unknown = set(tables) - {"debian", "gem", "npm"}
    if unknown:
        raise SyncError(f"{path}: unknown table [{min(unknown)}]")
    return Manifest(
        [
            DebianPackage(name, *_common(path, name, entry, {"fits"}),
                          entry.get("fits", ""))
            for name, entry in tables.get("debian", {}).items()
        ],
        [_gem(path, name, entry) for name, entry in tables.get("gem", {}).items()],
        [
            NpmPackage(name, *_common(path, name, entry, set()))
            for name, entry in tables.get("npm", {}).items()
        ],
    )


def _common(path, name: str, entry: dict, more: set[str]) -> tuple[str, str, str]:
    wanted = {"kind", "for", "licence"}
    missing = wanted - set(entry)
    unknown = set(entry) - wanted - more
    if missing or unknown:
        what = f"lacks '{min(missing)}'" if missing else f"has '{min(unknown)}'"
        raise SyncError(f"{path}: {name} {what}")
    if entry["kind"] not in KINDS:
        raise SyncError(f"{path}: {name}: kind is none of {', '.join(KINDS)}")
    return entry["kind"], entry["for"], entry["licence"]


def _gem(path, name: str, entry: dict) -> Gem:
    own = ("version", "platform", "sha256", "megabytes", "folder")
    common = _common(path, name, entry, set(own))
    missing = [field for field in own if field not in entry]
    if missing:
        raise SyncError(f"{path}: {name} lacks '{missing[0]}'")
    return Gem(name, *common, *(entry[field] for field in own))
