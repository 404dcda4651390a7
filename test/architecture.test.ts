/**
 * The folder structure is the design, and this test enforces it: the rows of folders, which file
 * may import which, and rules for every file. ARCHITECTURE.md explains the rows; change both
 * together.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fileFaults, registrationFaults } from './architecture/file-rules.js'
import { cycleFaults } from './architecture/cycle-rules.js'
import { importFaults, type Layers } from './architecture/import-rules.js'
import { nameFaults } from './architecture/name-rules.js'
import { parseSource, readSources, type SourceFile } from './architecture/source-file.js'

const layers: Layers = {
  // A folder imports only from rows below its own; folders in one row do not import each other.
  rows: [
    ['stdx'],
    ['model', 'keys'],
    ['expressions', 'storage', 'objects', 'interchange', 'policies', 'vectors'],
    ['changes', 'metrics'],
    ['catalog'],
    ['items'],
    ['streams', 'jobs', 'past', 'search'],
    ['alarms', 'insights'],
    [
      'api',
      'partiql',
      'kinesis',
      'triggers',
      'backups',
      'transfers',
      'replication',
      'ttl',
      'capacity',
      'autoscaling',
      'accelerator',
      'advice',
      'iam',
    ],
    ['operations'],
    ['wire', 'functions', 'console', 'telemetry', 'links'],
    ['server'],
    ['cli'],
  ],
  // The generated types are what api/ offers; a file that only re-exported them would be a barrel.
  // The legacy parameters are read wherever expressions are read: they have their own interface.
  // Reads and writes of items are two halves of one folder, and its callers name their requests and
  // answers.
  // The rules of a table's settings are for every operation and job that changes tables.
  openSubfolders: [
    'api/generated',
    'catalog/rules',
    'replication/rules',
    'expressions/legacy',
    'items/read',
    'items/write',
  ],
  packageOwners: {
    lmdb: ['storage/lmdb'],
    'sorted-btree': ['storage/memory', 'storage/lmdb'],
    postgres: ['storage/postgres'],
    fzstd: ['interchange'],
    // The oracles of their tests.
    'ion-js': ['interchange'],
    // Signs the tokens of its tests.
    jose: ['operations'],
    // The oracle of tests: requests that are sent are signed by code of our own.
    aws4: ['wire', 'links'],
    '@aws-sdk/client-kinesis': ['kinesis'],
    '@aws-sdk/client-s3': ['objects/s3'],
    '@aws-sdk/client-kms': ['keys/kms'],
    '@smithy/node-http-handler': ['kinesis', 'objects/s3', 'keys/kms'],
    '@opentelemetry/api': ['telemetry'],
    '@opentelemetry/core': ['telemetry'],
    '@opentelemetry/resources': ['telemetry'],
    '@opentelemetry/sdk-trace-base': ['telemetry'],
    '@opentelemetry/sdk-metrics': ['telemetry'],
    '@opentelemetry/exporter-trace-otlp-proto': ['telemetry'],
    '@opentelemetry/exporter-metrics-otlp-proto': ['telemetry'],
    // Only its types: it is loaded if the project of a trigger's handler has it.
    typescript: ['functions'],
    // Below the wire, no code knows that requests come over HTTP.
    'node:http': ['wire', 'functions', 'console', 'links', 'server', 'cli'],
    'node:https': ['wire', 'functions', 'links', 'server', 'cli'],
  },
  compositionRoot: 'server',
}

/** Recursive descent: an expression holds a term, which holds an expression. */
const circles = ['src/partiql/parse/parse-']

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('architecture of src/', () => {
  const files = readSources(root, 'src')

  it('lets every file import only what its row and its subfolder allow', () => {
    refuse(importFaults(files, layers))
  })

  it('has no barrels, no default exports and no file that is too long', () => {
    refuse(fileFaults(files))
  })

  it('has no circles of imports', () => {
    refuse(cycleFaults(products(files), circles))
  })

  it('has one meaning for a name', () => {
    refuse(nameFaults(products(files), layers))
  })

  it('registers every operation', () => {
    refuse(registrationFaults(files, operationNames()))
  })
})

/** Seen from `console/`. */
const consoleLayers: Layers = {
  rows: [
    ['values'],
    ['api'],
    ['code', 'modelling'],
    ['design'],
    ['routes'],
    ['frame'],
    ['text'],
    ['grid', 'editor', 'collections'],
    ['pages'],
    ['app'],
  ],
  openSubfolders: ['api/generated'],
  packageOwners: {
    react: ['design', 'routes', 'frame', 'text', 'grid', 'editor', 'collections', 'pages', 'app'],
    'react-dom': ['app'],
    'radix-ui': ['design'],
    'lucide-react': ['design', 'frame', 'grid', 'editor', 'text', 'pages'],
    wouter: ['routes'],
    '@tanstack/react-query': ['frame', 'pages', 'app'],
    '@tanstack/react-virtual': ['grid', 'pages'],
    // The oracle of a test.
    '@smithy/signature-v4': ['api'],
    uplot: ['pages/metrics'],
    '@codemirror/autocomplete': ['text'],
    '@codemirror/commands': ['text'],
    '@codemirror/lang-json': ['text'],
    '@codemirror/lang-sql': ['text'],
    '@codemirror/language': ['text'],
    '@codemirror/lint': ['text'],
    '@codemirror/merge': ['text'],
    '@codemirror/search': ['text'],
    '@codemirror/state': ['text'],
    '@codemirror/view': ['text'],
    '@lezer/highlight': ['text'],
  },
  apart: ['pages'],
  compositionRoot: 'app',
}

describe('architecture of console/', () => {
  const files = readSources(join(root, 'console'), 'src')

  it('lets every file import only what its row and its subfolder allow', () => {
    refuse(importFaults(files, consoleLayers))
  })

  it('has no barrels, no default exports and no file that is too long', () => {
    refuse(fileFaults(files))
  })

  it('has no circles of imports', () => {
    refuse(cycleFaults(products(files), []))
  })

  it('has one meaning for a name', () => {
    refuse(nameFaults(products(files), consoleLayers))
  })
})

/** What is shipped: without tests, and without what is generated. */
function products(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.filter(
    ({ path }) => !/(\.test|-suite|\.fuzz)\.tsx?$/.test(path) && !path.includes('/generated/'),
  )
}

/** As the service models name them. */
function operationNames(): readonly string[] {
  const folder = join(root, 'src/api/models')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { operations: object })
    .flatMap((model) => Object.keys(model.operations))
}

function refuse(faults: readonly string[]): void {
  assert.ok(faults.length === 0, `\n  ${faults.join('\n  ')}`)
}

describe('the import rules', () => {
  const check = (path: string, specifier: string, expected: RegExp | undefined): void => {
    const rule = expected === undefined ? 'allow' : `refuse (${expected.source})`
    it(`${rule}: ${path} importing ${specifier}`, () => {
      const file = parseSource(path, `import type { x } from '${specifier}'`)
      const [fault] = importFaults([file], layers)
      if (expected === undefined) assert.equal(fault, undefined)
      else assert.match(fault ?? 'nothing', expected)
    })
  }

  check('src/items/write.ts', '../storage/engine.js', undefined)
  check('src/items/write.ts', './indexes/maintain.js', undefined)
  check('src/items/write.ts', 'node:crypto', undefined)
  check('src/items/indexes/maintain.ts', '../../model/item.js', undefined)
  check('src/server/engines.ts', '../storage/lmdb/lmdb-engine.js', undefined)
  check('src/storage/lmdb/lmdb-engine.ts', 'lmdb', undefined)
  check('src/storage/memory/memory-engine.ts', 'sorted-btree', undefined)
  check('src/items/write.test.ts', '../../test/support/engines.js', undefined)
  check('src/operations/dynamodb/put-item.ts', '../../api/generated/dynamodb-types.js', undefined)

  check('src/storage/engine.ts', '../items/write.js', /rows below its own; items\/ is in row 5/)
  check('src/storage/engine.ts', '../expressions/parse.js', /share row 2/)
  check('src/items/write.ts', '../storage/lmdb/cursor.js', /private to storage\//)
  check('src/items/write.test.ts', '../storage/memory/memory-engine.js', /private to storage\//)
  check('src/cli/start.ts', '../wire/http/listen.js', /private to wire\//)
  check('src/items/write.ts', '../helpers/text.js', /src\/helpers\/ is in no row/)
  check('src/helpers/text.ts', '../model/item.js', /src\/helpers\/ is in no row/)
  check('src/items/write.ts', '../../test/support/engines.js', /outside src\//)
  check('src/items/write.test.ts', '../../test/conformance/any.js', /outside src\//)
  check('src/storage/memory/memory-engine.ts', 'lmdb', /only src\/storage\/lmdb\/ may import lmdb/)
  check('src/wire/log.ts', 'postgres', /only src\/storage\/postgres\/ may import postgres/)
  check('src/items/write.ts', 'node:http', /may import node:http/)
  check('src/items/write.ts', '@aws-sdk/client-dynamodb/x', /owns the package @aws-sdk\/client-/)
})

describe('the rule about circles', () => {
  const files = [
    parseSource('src/model/a.ts', "import './b.js'"),
    parseSource('src/model/b.ts', "import './c.js'"),
    parseSource('src/model/c.ts', "import type { x } from './a.js'"),
    parseSource('src/model/d.ts', "import './a.js'"),
  ]

  it('finds the files that import each other, and only those', () => {
    const members = ['src/model/a.ts', 'src/model/b.ts', 'src/model/c.ts']
    assert.deepEqual(cycleFaults(files, []), [`an import cycle: ${members.join(', ')}`])
    assert.deepEqual(cycleFaults(files.slice(1), []), [])
  })

  it('allows the circles that are named', () => {
    assert.deepEqual(cycleFaults(files, ['src/model/']), [])
  })
})

describe('the rule about names', () => {
  const check = (a: string, b: string, expected: 'allow' | 'refuse'): void => {
    it(`${expected}s one name in ${a} and ${b}`, () => {
      const files = [a, b].map((path) => parseSource(path, 'export const x = 1'))
      assert.equal(nameFaults(files, layers).length, expected === 'allow' ? 0 : 1)
    })
  }

  check('src/model/a.ts', 'src/items/b.ts', 'refuse')
  check('src/model/a.ts', 'src/operations/dynamodb/b.ts', 'refuse')
  check('src/storage/engine.ts', 'src/storage/lmdb/b.ts', 'refuse')
  check('src/storage/lmdb/a.ts', 'src/storage/lmdb/b.ts', 'refuse')
  check('src/operations/dynamodb/a.ts', 'src/operations/dynamodb/tables/b.ts', 'refuse')
  check('src/operations/dynamodb/a.ts', 'src/operations/sts/b.ts', 'allow')
  check('src/storage/lmdb/a.ts', 'src/storage/postgres/b.ts', 'allow')
  check('src/storage/postgres/a.ts', 'src/items/b.ts', 'allow')
})

describe('the file rules', () => {
  const check = (what: string, path: string, text: string, expected: RegExp | undefined): void => {
    it(`${expected === undefined ? 'allow' : 'refuse'} ${what}`, () => {
      const [fault] = fileFaults([parseSource(path, text)])
      if (expected === undefined) assert.equal(fault, undefined)
      else assert.match(fault ?? 'nothing', expected)
    })
  }
  const long = 'export const x = 1\n'

  check('a file with an idea', 'src/model/item.ts', long, undefined)
  check('400 lines', 'src/model/item.ts', long.repeat(400), undefined)
  check('401 lines', 'src/model/item.ts', long.repeat(401), /401 lines/)
  check('generated length', 'src/api/generated/types.ts', long.repeat(401), undefined)
  check('an index', 'src/model/index.ts', long, /barrel/)
  check('re-exports alone', 'src/model/all.ts', "export * from './item.js'", /barrel/)
  check('a default value', 'src/model/item.ts', 'export default 1', /default/)
  check('a default function', 'src/model/item.ts', 'export default function f() {}', /default/)
  check('a renamed default', 'src/model/item.ts', 'const a = 1; export { a as default }', /default/)
  check('a default passed on', 'src/x.ts', "export * as default from './a.js'; f()", /default/)
})

describe('the registration rule', () => {
  const operation = parseSource('src/operations/dynamodb/put-item.ts', 'export const putItem = 1')
  const reader = parseSource('src/operations/dynamodb/read-condition.ts', 'export const read = 1')
  const registryOf = (...names: string[]) =>
    parseSource(
      'src/operations/registry.ts',
      names.map((name) => `import { x } from './dynamodb/${name}.js'`).join('\n'),
    )

  it('accepts an operation that the registry imports', () => {
    assert.deepEqual(registrationFaults([operation, registryOf('put-item')], ['PutItem']), [])
  })

  it('finds an operation that the registry does not import', () => {
    const user = parseSource('src/operations/dispatch.ts', "import './dynamodb/put-item.js'")
    const faults = registrationFaults([operation, user, registryOf()], ['PutItem'])
    assert.deepEqual(faults, [`${operation.path}: not registered in src/operations/registry.ts`])
  })

  it('finds an unused file beside the operations', () => {
    assert.equal(registrationFaults([reader, registryOf()], ['PutItem']).length, 1)
    assert.equal(registrationFaults([reader, registryOf('read-condition')], []).length, 0)
  })
})
