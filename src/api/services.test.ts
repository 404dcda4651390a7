import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkConstraints } from './check-constraints.js'
import * as rules from './constraint-rules.js'
import { decodeInput } from './decode-input.js'
import { allOperations, findOperation } from './services.js'
import type { Shape } from './shape.js'

const shapes = new Map<string, Shape>(
  allOperations().flatMap((operation) => Object.entries(operation.shapes)),
)

describe('services', () => {
  it('have the operations of their models', () => {
    const counts = ['DynamoDB_20120810', 'DynamoDBStreams_20120810'].map(
      (service) => allOperations().filter((operation) => operation.service === service).length,
    )
    assert.deepEqual(counts, [62, 4])
  })

  it('find operations by exact name only', () => {
    assert.equal(findOperation('DynamoDB_20120810', 'PutItem')?.inputShape, 'PutItemInput')
    for (const [service, operation] of [
      ['DynamoDB_20120810', 'putItem'],
      ['DynamoDB_20120810', 'GetRecords'],
      ['DynamoDB_20111205', 'PutItem'],
      ['__proto__', 'constructor'],
      ['DynamoDB_20120810', 'constructor'],
      ['', ''],
    ] as const) {
      assert.equal(findOperation(service, operation), undefined)
    }
  })

  it('decode and check an empty body in every operation without a fault of ours', () => {
    for (const { service, name } of allOperations()) {
      const input = decodeInput(service, name, {})
      try {
        checkConstraints(service, name, input)
      } catch (error) {
        assert.equal((error as { type?: string }).type, 'ValidationException', name)
      }
    }
  })
})

describe('rules name what the models have', () => {
  function checkSite(site: string): void {
    const [container = '', member = ''] = site.split('.')
    const shape = shapes.get(container)
    if (shape?.kind === 'map') return assert.equal(member, 'value', site)
    assert.ok(shape?.kind === 'structure' && Object.hasOwn(shape.members, member), site)
  }

  it('sites', () => {
    for (const site in rules.siteLimits) checkSite(site)
    for (const site in rules.siteWordings) checkSite(site)
    for (const [structure, members] of Object.entries(rules.memberOrders)) {
      for (const member of members) checkSite(`${structure}.${member}`)
    }
    for (const [structure, { unless, members }] of Object.entries(rules.requiredUnless)) {
      for (const member of [unless, ...members]) checkSite(`${structure}.${member}`)
    }
  })

  it('enums, with the same values', () => {
    for (const [name, values] of Object.entries(rules.printedEnums)) {
      const shape = shapes.get(name)
      assert.ok(shape?.kind === 'string' && shape.values !== undefined, name)
      assert.deepEqual([...values].sort(), [...shape.values].sort(), name)
    }
  })

  it('operations and patterns', () => {
    const names = new Set(allOperations().map((operation) => operation.name))
    const named = [
      ...Object.keys(rules.tableNameRules),
      ...Object.keys(rules.failuresMax),
      ...rules.resourceArnOperations,
    ]
    for (const name of named) assert.ok(names.has(name), name)
    const patterns = [...shapes.values()].map((shape) => 'pattern' in shape && shape.pattern)
    for (const pattern of rules.javaPatterns.keys()) assert.ok(patterns.includes(pattern), pattern)
  })
})
