/**
 * The languages whose AWS SDKs are tested: what each needs, how its programs are built, and the
 * commands that run them. Sources are beside this file, builds go to `dist/sdks/`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Language {
  readonly name: string
  /** What to install if it is missing. */
  readonly needs: string
  isInstalled(): boolean
  /** Throws if it fails. */
  build(): void
  /** The programs in their order; the server restarts between two of them. */
  readonly runs: readonly {
    readonly command: string
    /** The second is the server's URL for clients of DAX, if the program is one. */
    args(url: string, daxUrl: string): readonly string[]
    readonly usesDax?: true
    readonly env?: Readonly<Record<string, string>>
  }[]
}

/** Seen from `dist/test/sdks/`. */
const sources = fileURLToPath(new URL('../../../test/sdks/', import.meta.url))
const builds = fileURLToPath(new URL('../../sdks/', import.meta.url))
const buildDurationMsMax = 20 * 60_000

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0
}

function build(
  folder: string,
  [program, ...args]: readonly string[],
  env: NodeJS.ProcessEnv = {},
): void {
  mkdirSync(builds, { recursive: true })
  const { status, stdout, stderr } = spawnSync(program!, args, {
    cwd: join(sources, folder),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: buildDurationMsMax,
  })
  if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`.slice(0, 20_000))
}

const go: Language = {
  name: 'go',
  needs: 'Go 1.24 (Debian: apt-get install golang)',
  isInstalled: () => runs('go', ['version']),
  build: () => build('go', ['go', 'build', '-o', join(builds, 'go', 'checks'), '.']),
  runs: [
    { command: join(builds, 'go', 'checks'), args: (url) => [url] },
    { command: join(builds, 'go', 'checks'), usesDax: true, args: (url, daxUrl) => [url, daxUrl] },
  ],
}

const javaBuild = join(builds, 'java')
const classPath = [join(javaBuild, 'classes'), join(javaBuild, 'libraries', '*')].join(delimiter)
const javaRun = (main: string, ...rest: readonly string[]) => ({
  command: 'java',
  args: (url: string) => [
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
    '-cp',
    classPath,
    `gramme.${main}`,
    url,
    ...rest,
  ],
})
const javaDax = javaRun('DaxChecks')
const java: Language = {
  name: 'java',
  needs: 'a JDK of at least 17 and Maven (Debian: apt-get install openjdk-17-jdk-headless maven)',
  isInstalled: () => runs('javac', ['-version']) && runs('mvn', ['--version']),
  build: () => build('java', ['mvn', '-q', '-B', `-Dgramme.build=${javaBuild}`, 'compile']),
  // The consumer is started twice: what it saw and kept must outlive a restart of both sides.
  runs: [
    javaRun('SdkChecks'),
    javaRun('StreamConsumer', '0', '60'),
    javaRun('StreamConsumer', '60', '120'),
    { ...javaDax, usesDax: true, args: (url, daxUrl) => [...javaDax.args(url), daxUrl] },
  ],
}

const environment = join(builds, 'python')
const pythonRun = (script: string) => ({
  command: join(environment, 'bin', 'python'),
  args: (url: string) => [join(sources, 'python', script), url],
  // The checks' own module is shared with the boto3 scripts.
  env: { PYTHONPATH: join(sources, '..', 'clients'), PYTHONDONTWRITEBYTECODE: '1' },
})
const pythonDax = pythonRun('dax_checks.py')
const python: Language = {
  name: 'python',
  needs: 'Python 3.10 with venv (Debian: apt-get install python3-venv)',
  isInstalled: () => runs('python3', ['-c', 'import venv, ensurepip']),
  build: () => {
    if (!existsSync(environment)) build('python', ['python3', '-m', 'venv', environment])
    const pip = join(environment, 'bin', 'pip')
    build('python', [pip, 'install', '-q', '--disable-pip-version-check', '-r', 'requirements.txt'])
  },
  runs: [
    pythonRun('pynamodb_checks.py'),
    { ...pythonDax, usesDax: true, args: (url, daxUrl) => [...pythonDax.args(url), daxUrl] },
  ],
}

const rust: Language = {
  name: 'rust',
  needs: 'Rust with cargo (rustup.rs)',
  isInstalled: () => runs('cargo', ['--version']),
  build: () =>
    build('rust', ['cargo', 'build', '--quiet'], {
      CARGO_TARGET_DIR: join(builds, 'rust'),
    }),
  runs: [{ command: join(builds, 'rust', 'debug', 'gramme-sdks'), args: (url) => [url] }],
}

/** Rust comes last: compiling its SDK takes minutes. */
export const languages: readonly Language[] = [go, java, python, rust]
