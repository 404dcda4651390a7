/**
 * The package as npm delivers it: packed from this repository and installed in an empty folder,
 * with the dependencies that a user gets. npm takes them from its cache, which `npm ci` has filled,
 * or else from the registry; without both there is nothing to test, and `offline` says so.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PackedFile {
  readonly path: string
  readonly size: number
}

export interface InstalledPackage extends AsyncDisposable {
  /** The folder that it is installed in. */
  readonly folder: string
  readonly files: readonly PackedFile[]
  /** Set if npm could not get the dependencies. */
  readonly offline: string | undefined
}

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Seen from `dist/test/package/`. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))
const patient = ['--fetch-retries=1', '--fetch-timeout=15000', '--prefer-offline', '--no-audit']
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|network/

export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-package-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const packed = await npm(repository, 'pack', '--json', '--pack-destination', folder)
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${packed.stderr}`)
  const { filename, files } = readReport(packed.stdout)
  const manifest = { private: true, type: 'module' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const installed = await npm(folder, 'install', ...patient, `./${filename}`)
  const offline = installed.code === 0 ? undefined : installed.stderr
  if (offline !== undefined && !unreachable.test(offline)) throw new Error(offline)
  await lendPackages(folder)
  return { folder, files, offline, [Symbol.asyncDispose]: remove }
}

interface PackReport {
  readonly filename: string
  readonly files: readonly PackedFile[]
}

/** npm prints a list, or an object by package name, depending on its version. */
function readReport(text: string): PackReport {
  const report = JSON.parse(text.slice(text.search(/^[[{]/m))) as Record<string, PackReport>
  return Object.values(report)[0]!
}

/** Links what a user's project may have besides Gramme: a compiler and the types of Node. */
async function lendPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  for (const name of ['typescript', '@types/node', 'undici-types']) {
    await symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name), 'dir')
  }
}

function npm(folder: string, ...args: readonly string[]): Promise<Outcome> {
  return run('npm', args, folder)
}

/** Runs a command to its end. */
export function run(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: ownEnvironment(), stdio: 'pipe' })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end()
  })
}

/** The environment without what npm and the test runner add for the scripts that they run. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const added = /^(?:npm_(?!config_registry)|GRAMME_|NODE_TEST)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)))
}
