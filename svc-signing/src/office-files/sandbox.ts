/**
 * The arguments with which bubblewrap runs a program without network, without the files, processes and variables of the service,
 * and with limits. The only folder it can write is in memory, and disappears with its last process.
 */
import type { OfficePrograms } from './find-programs.ts'
import type { OfficeType } from './office-type.ts'

/** Of all files that a conversion writes, in memory. */
const MAX_WRITTEN_BYTES = 256_000_000
/** Of each process. */
const MAX_MEMORY_BYTES = 2_500_000_000

/** What the files of an installation and its fonts need. Programs elsewhere are added. */
const SYSTEM_FILES = [
  ...['--ro-bind', '/usr', '/usr'],
  ...['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...['/etc/fonts', '/etc/libreoffice', '/etc/ld.so.cache', '/var/cache/fontconfig'].flatMap(
    (path) => ['--ro-bind-try', path, path],
  ),
]

const ISOLATION = [
  ...['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
  ...['--die-with-parent', '--new-session', '--clearenv'],
  ...['--uid', '1000', '--gid', '1000', '--hostname', 'office'],
  ...['--proc', '/proc', '--dev', '/dev'],
  ...['--size', String(MAX_WRITTEN_BYTES), '--tmpfs', '/tmp', '--chdir', '/tmp'],
  ...['--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/usr/bin', '--setenv', 'LANG', 'C.UTF-8'],
]

/** bubblewrap keeps these folders in memory, too, but without a limit of their size. */
const READ_ONLY = ['--remount-ro', '/dev', '--remount-ro', '/']

/** Copied from the descriptors 0 and 3. */
const CONFIGURATION = '/tmp/profile/user/registrymodifications.xcu'

/**
 * Converts the file on standard input; the PDF is written to standard output. LibreOffice is the first process to end when
 * memory runs out.
 */
const CONVERT = `
echo 1000 >/proc/self/oom_score_adj
"$1" --headless --norestore --nologo --nodefault -env:UserInstallation=file:///tmp/profile \\
  --infilter="$3" --convert-to "pdf:$4" --outdir /tmp/out "$2" >/dev/null 2>&1 </dev/null
exec cat /tmp/out/document.pdf
`

/** Fails unless the network and the files of the service are out of reach; prints the version of LibreOffice. */
const CHECK = `
[ "$(grep -c : /proc/net/dev)" = 1 ] || exit 1
[ ! -e /etc/passwd ] && [ ! -e /root ] && [ ! -e /home ] || exit 1
exec "$1" -env:UserInstallation=file:///tmp/profile --version
`

export function conversionArguments(
  programs: OfficePrograms,
  { extension, input, output }: OfficeType,
  cpuSeconds: number,
): string[] {
  const document = `/tmp/in/document.${extension}`
  const files = ['--file', '0', document, '--file', '3', CONFIGURATION]
  return [
    ...inSandbox(programs, files, cpuSeconds),
    ...['/bin/sh', '-c', CONVERT, 'convert', programs.soffice, document, input, output],
  ]
}

export function checkArguments(programs: OfficePrograms, cpuSeconds: number): string[] {
  return [
    ...inSandbox(programs, [], cpuSeconds),
    ...['/bin/sh', '-c', CHECK, 'check', programs.soffice],
  ]
}

function inSandbox({ folder }: OfficePrograms, files: string[], cpuSeconds: number): string[] {
  const installation = folder.startsWith('/usr/') ? [] : ['--ro-bind', folder, folder]
  return [
    ...[...ISOLATION, ...SYSTEM_FILES, ...installation, ...files, ...READ_ONLY],
    ...['--', '/usr/bin/prlimit', `--as=${MAX_MEMORY_BYTES}`, `--cpu=${cpuSeconds}`, '--core=0'],
    ...[`--fsize=${MAX_WRITTEN_BYTES}`, '--'],
  ]
}
