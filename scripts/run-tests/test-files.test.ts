/** Which tests run on which engines: none is forgotten, and none runs on a wrong one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { engineNames } from '../../test/support/engine-names.js'
import { builtTests } from './test-files.js'

/** Seen from `dist/scripts/run-tests/`. */
const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('the engines of a test', () => {
  const engines = new Map(builtTests(root).map((file) => [file.path, file.engines]))
  const check = (path: string, expected: readonly string[]): void => {
    it(`are ${expected.join(', ') || 'none'}: ${path}`, () => {
      assert.deepEqual(engines.get(`${path}.test.js`), expected)
    })
  }

  check('test/conformance/dynamodb/get-item/basic', engineNames)
  check('test/libraries/electrodb', engineNames)
  check('test/simulation/paging', engineNames)
  check('test/concurrency/concurrency', engineNames)
  check('src/catalog/catalog', engineNames)
  // Through a suite that it imports.
  check('src/items/read/query', engineNames)
  check('src/storage/lmdb/lmdb-engine', ['lmdb'])
  check('src/storage/memory/memory-engine', ['memory'])
  check('src/storage/postgres/postgres-engine', ['postgres'])
  check('test/failover/promotion', ['postgres'])
  check('test/concurrency/several-servers', ['postgres'])
  check('test/support/postgres', ['postgres'])
  check('test/crash/crash', ['lmdb'])
  check('test/crash/takeover', ['postgres'])
  check('test/architecture', [])
  check('src/storage/key-codec', [])
})
