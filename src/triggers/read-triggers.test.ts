/** The settings of triggers: ranges, clashes, defaults, and one line for each fault. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { triggersMax } from './limits.js'
import { readTriggers } from './read-triggers.js'

const least = { Name: 'orders', Table: 'Orders', Module: './orders.mjs' }

function read(...triggers: readonly unknown[]) {
  return readTriggers(JSON.stringify({ Triggers: triggers }), '/etc/gramme/triggers.json')
}

describe('the settings of a trigger', () => {
  it('have the defaults of Lambda', () => {
    assert.deepEqual(read(least), {
      faults: [],
      triggers: [
        {
          name: 'orders',
          enabled: true,
          table: { account: '000000000000', region: 'us-east-1', tableName: 'Orders' },
          label: undefined,
          handler: {
            kind: 'module',
            path: '/etc/gramme/orders.mjs',
            exportName: 'handler',
            timeoutMs: 3000,
            memoryMb: 128,
            processesMax: 4,
            environment: {},
          },
          startingPosition: 'TRIM_HORIZON',
          batchSize: 100,
          windowMs: 0,
          filters: [],
          retriesMax: Infinity,
          recordAgeMsMax: Infinity,
          bisects: false,
          partialAnswers: false,
          parallelBatches: 1,
          deadLetterFile: undefined,
        },
      ],
    })
  })

  it('may name a table or a stream by its ARN', () => {
    const arn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders'
    const table = { account: '123456789012', region: 'eu-west-1', tableName: 'Orders' }
    const source = { Name: 'a', Url: 'http://localhost:9/x' }
    const [byTable] = read({ ...source, EventSourceArn: arn }).triggers
    assert.deepEqual([byTable?.table, byTable?.label], [table, undefined])
    const [byStream] = read({ ...source, EventSourceArn: `${arn}/stream/2026-01-01` }).triggers
    assert.deepEqual([byStream?.table, byStream?.label], [table, '2026-01-01'])
  })

  const edges: [string, readonly unknown[], readonly unknown[]][] = [
    ['BatchSize', [1, 10_000], [0, 10_001, 1.5, '5']],
    ['MaximumBatchingWindowInSeconds', [0, 300], [-1, 301]],
    ['ParallelizationFactor', [1, 10], [0, 11]],
    ['MaximumRetryAttempts', [-1, 0, 10_000], [-2, 10_001]],
    ['MaximumRecordAgeInSeconds', [-1, 60, 604_800], [0, 59, 604_801]],
    ['Timeout', [1, 900], [0, 901]],
    ['MemorySize', [128, 10_240], [127, 10_241]],
    ['ReservedConcurrentExecutions', [1, 100], [0, 101]],
    ['StartingPosition', ['LATEST', 'TRIM_HORIZON'], ['AT_TIMESTAMP', 1]],
    ['BisectBatchOnFunctionError', [true, false], ['true']],
    ['FunctionResponseTypes', [[], ['ReportBatchItemFailures']], [['All'], 'x']],
    ['Enabled', [true, false], [1]],
    ['Name', ['a', 'x'.repeat(64)], ['', 'x'.repeat(65), 'a/b', '../x']],
    ['Region', ['eu-west-1'], ['', 'EU']],
    ['Account', ['123456789012'], ['12']],
    ['TumblingWindowInSeconds', [0], [1]],
    ['DestinationConfig', [{}, { OnFailure: { Destination: './x' } }], [{ OnSuccess: {} }, 'x']],
    ['Environment', [{ Variables: { A: 'b' } }], [{ Variables: { A: 1 } }, { A: 'b' }]],
    [
      'FilterCriteria',
      [{}, { Filters: [{ Pattern: '{"a":[1]}' }] }],
      [{ Filters: [{ Pattern: '{}' }] }, { Filters: [{}] }, { Filters: Array(6).fill({}) }],
    ],
  ]
  for (const [name, good, bad] of edges) {
    it(`take ${name} within its range, and refuse it outside with one line`, () => {
      for (const value of good) assert.deepEqual(read({ ...least, [name]: value }).faults, [])
      for (const value of bad) {
        const { faults, triggers } = read({ ...least, [name]: value })
        assert.equal(faults.length, 1, JSON.stringify(value))
        assert.match(faults[0]!, new RegExp(`^Trigger [^:]*: ${name} `))
        assert.deepEqual(triggers, [])
      }
    })
  }

  const clashes: [object, string][] = [
    [{ Table: 'Orders', Module: 'x' }, 'Trigger number 1: Name is missing.'],
    [{ Name: 'a', Module: 'x' }, 'Trigger a: give either Table or EventSourceArn.'],
    [{ ...least, Url: 'http://x' }, 'Trigger orders: give either Module or Url.'],
    [{ Name: 'a', Table: 'Orders' }, 'Trigger a: give either Module or Url.'],
    [{ ...least, Batchsize: 5 }, 'Trigger orders: there is no setting Batchsize.'],
    [{ ...least, toString: 5 }, 'Trigger orders: there is no setting toString.'],
    [
      { Name: 'a', Table: 'Orders', Url: 'http://x', MemorySize: 128 },
      'Trigger a: MemorySize goes with Module only.',
    ],
    [
      { Name: 'a', Table: 'Orders', Url: 'ftp://x' },
      'Trigger a: Url must be an address, http://… or https://…, not ftp://x.',
    ],
  ]
  for (const [settings, fault] of clashes) {
    it(`refuse what does not fit: ${fault}`, () => {
      assert.deepEqual(read(settings).faults, [fault])
    })
  }

  it('are refused whole, with every fault, when one trigger has one', () => {
    const { faults, triggers } = read(least, { ...least, BatchSize: 0 }, 5)
    assert.equal(faults.length, 3)
    assert.match(faults[2]!, /another one of that name/)
    assert.deepEqual(triggers, [])
  })

  it('are refused if the file is something else', () => {
    for (const text of ['', '{', '[]', '{"Triggers":{}}', '{"Triggers":[],"x":1}', 'null']) {
      assert.equal(readTriggers(text, 'x').faults.length, 1, text)
    }
  })

  it('may be of many triggers, but not of any number', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...least, Name: `t${i}` }))
    assert.equal(read(...many(triggersMax)).triggers.length, triggersMax)
    assert.equal(read(...many(triggersMax + 1)).faults.length, 1)
  })
})
