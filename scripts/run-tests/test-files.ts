/**
 * The built tests, and which engines each of them is about: those of the folder it is in, all of
 * them if it asks for the engine under test, or none.
 *
 * A built test whose source is gone does not count, so renaming a test leaves no ghost behind.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { engineNames, type EngineName } from '../../test/support/engine-names.js'

/** Whoever imports this, by whatever way, is run once for each engine. */
const marker = 'test/support/engine-under-test.js'

/** Tests that choose their engine themselves, by the start of their path. */
const homes: readonly (readonly [string, EngineName])[] = [
  ['src/storage/memory/', 'memory'],
  ['src/storage/lmdb/', 'lmdb'],
  ['src/storage/postgres/', 'postgres'],
  ['test/crash/', 'lmdb'],
  ['test/failover/', 'postgres'],
  ['test/concurrency/several-servers', 'postgres'],
  ['test/support/postgres', 'postgres'],
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
  return imports.reaches(path) ? engineNames : []
}

/** What test files import of each other. What is tested does not know its tests, and is not read. */
class ImportsOfTests {
  readonly #dist: string
  readonly #reaching = new Map<string, boolean>()

  constructor(dist: string) {
    this.#dist = dist
  }

  reaches(path: string): boolean {
    if (path === marker) return true
    const known = this.#reaching.get(path)
    if (known !== undefined) return known
    // A circle of imports comes back here before the answer is known.
    this.#reaching.set(path, false)
    const found = this.#importsOf(path).some((imported) => this.reaches(imported))
    this.#reaching.set(path, found)
    return found
  }

  #importsOf(path: string): readonly string[] {
    const text = readFileSync(this.#dist + path, 'utf8')
    return [...text.matchAll(/^import .*['"](\.[^'"]+)['"];$/gm)]
      .map((match) => join(dirname(path), match[1]!))
      .filter((imported) => imported.startsWith('test/') || imported.endsWith('-suite.js'))
  }
}
