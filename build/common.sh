# What the commands in build/ share: where things are, whether the dependencies
# are up to date, gn and ninja. Sourced by bash, by its real path; sets `root`,
# changes no folder and exports nothing, so that a command can hand its own
# environment on.

root=${BASH_SOURCE[0]%/build/common.sh}

# What build/sync found or installed: a hash of what it read, then a path a line
# that must still exist.
sync_stamp=$root/third_party/.synced

say() { printf '%s\n' "$*" >&2; }

deps_hash() {
  local sum
  sum=$(cd "$root" && cat DEPS package.json package-lock.json build/deps/*.py \
    2>/dev/null | sha256sum)
  printf '%s' "${sum%% *}"
}

# Whether all of DEPS is installed. Takes a few milliseconds: asks no package
# manager and starts no interpreter.
sync_is_current() {
  local path recorded
  [[ -r $sync_stamp ]] || return 1
  {
    read -r recorded || return 1
    [[ $recorded == "$(deps_hash)" ]] || return 1
    while IFS= read -r path; do
      [[ -e $path ]] || return 1
    done
  } <"$sync_stamp"
}

ensure_synced() {
  sync_is_current || "$root/build/sync" || exit 1
}

# with_tools COMMAND...: runs it with the programs that build/sync chose
# (python3, node, npm) first on the PATH.
with_tools() {
  PATH=$root/third_party/bin:$PATH "$@"
}

# build_targets CONFIG TARGET...: brings targets of out/CONFIG up to date. Its
# arguments are those of build/args/CONFIG.gn until `gn args out/CONFIG` changes
# them. Silent if there is nothing to do; else on stderr.
build_targets() {
  local config=$1 out=$root/out/$1 plan
  shift
  if [[ ! -e $out/build.ninja ]]; then
    [[ -e $root/build/args/$config.gn ]] || {
      say "no configuration '$config'; there are:" \
        "$(cd "$root/build/args" && echo *.gn | sed 's/\.gn//g')"
      return 2
    }
    mkdir -p "$out"
    [[ -e $out/args.gn ]] ||
      printf 'import("//build/args/%s.gn")\n' "$config" >"$out/args.gn"
    with_tools gn gen --root="$root" --check -q "$out" >&2 || return 1
  fi
  plan=$(with_tools ninja -C "$out" --quiet -n "$@" 2>&1) || true
  [[ $plan == "ninja: no work to do." ]] && return 0
  with_tools ninja -C "$out" "$@" >&2
}
