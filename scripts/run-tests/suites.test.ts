/** Which suite runs which test: `npm test` and `test:rest` together leave nothing out. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { engineNames, type EngineName } from '../../test/support/engine-names.js'
import { slowestFirst } from './slow-files.js'
import { leftOut, runsOf, suites, type TestRun } from './suites.js'
import { builtTests } from './test-files.js'

/** Seen from `dist/scripts/run-tests/`. */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const every = runsOf(builtTests(root), engineNames)

describe('the runs of tests', () => {
  const files = [
    { path: 'all', engines: engineNames },
    { path: 'disk', engines: ['lmdb'] as const },
    { path: 'pure', engines: [] },
  ]
  const check = (wanted: readonly EngineName[], expected: readonly string[]): void => {
    it(`on ${wanted.join(' and ')} are ${expected.join(', ')}`, () => {
      const runs = runsOf(files, wanted).map(({ path, engine }) => `${path}:${engine ?? 'none'}`)
      assert.deepEqual(runs, expected)
    })
  }

  check(engineNames, ['pure:none', 'all:memory', 'all:lmdb', 'disk:lmdb', 'all:postgres'])
  check(['postgres'], ['pure:none', 'all:postgres'])
})

describe('a suite', () => {
  const check = (place: string, expected: readonly string[]): void => {
    it(`has ${place}: ${expected.join(', ')}`, () => {
      const [path = '', engine] = place.split(' on ')
      const run = every.find((one) => one.path === `${path}.test.js` && one.engine === engine)
      assert.ok(run, 'there is such a test')
      const having = Object.entries(suites).filter(([, suite]) => suite.has(run))
      assert.deepEqual(
        having.map(([name]) => name),
        expected,
      )
    })
  }

  check('test/architecture', ['test', 'all'])
  check('src/storage/key-codec', ['test', 'all'])
  check('test/conformance/dynamodb/get-item/basic on lmdb', ['test', 'all'])
  check('test/conformance/dynamodb/get-item/basic on memory', ['rest', 'all'])
  check('test/conformance/dynamodb/get-item/basic on postgres', ['test', 'all'])
  check('test/conformance/dynamodb/scan/basic on lmdb', ['test', 'all'])
  check('test/conformance/dynamodb/scan/basic on postgres', ['rest', 'all'])
  check('test/simulation/paging on lmdb', ['test', 'all'])
  check('test/simulation/paging on postgres', ['rest', 'all'])
  check('test/concurrency/several-servers on postgres', ['rest', 'all'])
  check('test/crash/restore on lmdb', ['rest', 'all'])
  check('test/concurrency/concurrency on postgres', ['rest', 'all'])
  check('test/package/package', ['rest', 'all'])
  check('test/overload/throttled-rate on postgres', ['rest', 'all'])
  check('src/storage/memory/memory-engine on memory', ['test', 'all'])
  check('src/storage/postgres/two-engines on postgres', ['test', 'all'])
  check('test/failover/promotion on postgres', ['rest', 'all'])
  check('test/crash/takeover on postgres', ['rest', 'all'])
  // Briefly in `npm test`, with more kills in the rest.
  check('test/crash/crash on lmdb', ['test', 'rest', 'all'])

  it('is complemented by the rest: together they run every test on every engine', () => {
    const missing = every.filter((run) => !suites.test.has(run) && !suites.rest.has(run))
    assert.deepEqual(missing, [])
  })

  it('repeats in the rest only what it did briefly', () => {
    const twice = every.filter((run) => suites.test.has(run) && suites.rest.has(run))
    assert.deepEqual(
      twice.filter(({ path }) => !/^test\/(?:crash\/|simulation\/store\.)/.test(path)),
      [],
    )
  })

  it('says in one line what it leaves out', () => {
    assert.match(leftOut(suites.test, every) ?? '', /^Left to .*\d+ files on memory.*postgres.*\.$/)
    assert.equal(leftOut(suites.all, every), undefined)
  })

  it('loses nothing when it is sorted, and starts each engine with its slow files', () => {
    const ordered = slowestFirst(every)
    const lines = (runs: readonly TestRun[]): readonly string[] =>
      runs.map(({ path, engine }) => `${path} ${engine ?? ''}`).toSorted()
    assert.deepEqual(lines(ordered), lines(every))
    assert.match(ordered.find(({ engine }) => engine === 'lmdb')?.path ?? '', /^test\/crash\//)
  })
})
