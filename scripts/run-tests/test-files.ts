/**
 * The built tests, and which engines each of them is about: that of the folder it is in, all of them
 * if it asks for the engine under test, PostgreSQL if it asks for one, or none.
 *
 * A built test whose source is gone does not count, so renaming a test leaves no ghost behind.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { engineNames, type EngineName } from '../../test/support/engine-names.js'

/** Whoever imports this, by whatever way, is run once for each engine. */
const everyEngine = 'test/support/engine-under-test.js'
/** Of the others, whoever imports this needs a PostgreSQL. */
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
  ['test/concurrency/several-servers', 'postgres'],
]

export interface TestFile {
  /** Below `dist/`. */
  readonly path: string
  readonly engines: readonly EngineName[]
}

/** Those of test/ come first: they are the slow ones, and fill all cores best. */
export function builtTests(root: string): readonly TestFile[] {
  const imports = new ImportsOfTests(`${root}dist/`)
  return ['test', 'src', 'scripts', 'bench']
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

/** What test files import of each other. What is tested does not know its tests, and is not read. */
class ImportsOfTests {
  readonly #dist: string
  readonly #imports = new Map<string, readonly string[]>()
  /** By file: itself and all that it imports, by whatever way. */
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
    // A set grows while it is walked: every file is read once, circles or not.
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
