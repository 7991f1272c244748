"""Runs tsc over a project without emitting, and stamps a success."""

import argparse
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    for name in ('tsc', 'project', 'stamp', 'depfile'):
        parser.add_argument(f'--{name}', required=True)
    args = parser.parse_args()
    result = subprocess.run(
        [args.tsc, '--noEmit', '--listFiles', '--pretty', 'false',
         '--project', args.project],
        stdout=subprocess.PIPE, text=True)
    lines = result.stdout.splitlines()
    # --listFiles puts one absolute path a line among the diagnostics.
    files = [line for line in lines if line.startswith('/')]
    if result.returncode != 0:
        print('\n'.join(line for line in lines if not line.startswith('/')))
        sys.exit(result.returncode)
    with open(args.depfile, 'w', encoding='utf-8') as file:
        file.write(f'{args.stamp}: {" ".join(files)}\n')
    with open(args.stamp, 'w', encoding='utf-8') as file:
        file.write('ok\n')


if __name__ == '__main__':
    main()
