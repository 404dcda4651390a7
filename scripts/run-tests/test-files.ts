/**
 * The built tests and the engines of each: that of its folder, all if it uses the engine under
 * test, PostgreSQL if it uses one, or none.
 *
 * A built test whose source was deleted or renamed does not count.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { engineNames, type EngineName } from '../../test/support/engine-names.js'

/** A test that imports this, directly or not, runs once for each engine. */
const everyEngine = 'test/support/engine-under-test.js'
/** Any other test that imports this needs PostgreSQL. */
const postgresAlone = 'test/support/postgres/workspace.js'

/** Tests that choose their engine themselves, by the start of their path. */
const homes: readonly (readonly [string, EngineName])[] = [
  ['src/storage/memory/', 'memory'],
  ['src/storage/lmdb/', 'lmdb'],
  ['src/storage/postgres/', 'postgres'],
  ['test/crash/database-away', 'postgres'],
  ['test/crash/takeover', 'postgres'],
  ['test/crash/', 'lmdb'],
  ['test/failover/', 'postgres'],
  ['test/overload/throttled-', 'postgres'],
  ['test/overload/', 'lmdb'],
  ['test/concurrency/several-servers', 'postgres'],
  ['test/links/postgres', 'postgres'],
  ['test/links/', 'lmdb'],
  ['test/simulation/replication-lmdb', 'lmdb'],
  ['test/simulation/replication-links', 'lmdb'],
  ['test/simulation/replication-postgres', 'postgres'],
  ['test/workers/', 'lmdb'],
]

export interface TestFile {
  /** Below `dist/`. */
  readonly path: string
  readonly engines: readonly EngineName[]
}

/** Those of test/ come first: they are the slow ones, and use all cores best. */
export function builtTests(root: string): readonly TestFile[] {
  const imports = new ImportsOfTests(`${root}dist/`)
  return ['test', 'src', 'console', 'scripts', 'bench']
    .filter((folder) => existsSync(`${root}dist/${folder}`))
    .flatMap((folder) => testsIn(root, folder))
    .map((path) => ({ path, engines: enginesOf(path, imports) }))
}

function testsIn(root: string, folder: string): readonly string[] {
  return readdirSync(`${root}dist/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.test.js'))
    .filter((path) => existsSync(`${root}${path.replace(/\.js$/, '.ts')}`))
    .toSorted()
}

function enginesOf(path: string, imports: ImportsOfTests): readonly EngineName[] {
  const home = homes.find(([start]) => path.startsWith(start))
  if (home !== undefined) return [home[1]]
  if (imports.reach(path, everyEngine)) return engineNames
  return imports.reach(path, postgresAlone) ? ['postgres'] : []
}

/** The imports between test files. Files under test do not import tests, so they are not read. */
class ImportsOfTests {
  readonly #dist: string
  readonly #imports = new Map<string, readonly string[]>()
  /** For each file: the file and all its direct and indirect imports. */
  readonly #reached = new Map<string, ReadonlySet<string>>()

  constructor(dist: string) {
    this.#dist = dist
  }

  reach(path: string, target: string): boolean {
    return this.#from(path).has(target)
  }

  #from(path: string): ReadonlySet<string> {
    const known = this.#reached.get(path)
    if (known !== undefined) return known
    const found = new Set([path])
    // A set may grow during the loop: every file is read once, even with import cycles.
    for (const each of found) for (const imported of this.#importsOf(each)) found.add(imported)
    this.#reached.set(path, found)
    return found
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path)
    if (known !== undefined) return known
    const imports = this.#readImports(path)
    this.#imports.set(path, imports)
    return imports
  }

  #readImports(path: string): readonly string[] {
    const text = readFileSync(this.#dist + path, 'utf8')
    return [...text.matchAll(/^import .*['"](\.[^'"]+)['"];$/gm)]
      .map((match) => join(dirname(path), match[1]!))
      .filter((imported) => imported.startsWith('test/') || imported.endsWith('-suite.js'))
  }
}
