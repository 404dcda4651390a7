import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noQuirks, type Quirks } from './quirks.js'
import { javaPatterns } from './scalar-constraints.js'
import { createService, type Service } from './service.js'
import { allServices, findServiceOperation } from './services.js'
import type { Shapes } from './shape.js'

const allOperations = allServices.flatMap(({ operations }) => [...operations.values()])

describe('services', () => {
  it('have the operations of their models', () => {
    const counts = new Map(allServices.map(({ id, operations }) => [id, operations.size]))
    assert.equal(counts.get('dynamodb'), 62)
    assert.equal(counts.get('dynamodb-streams'), 4)
  })

  it('find operations by exact name only', () => {
    assert.equal(findServiceOperation('dynamodb.PutItem')?.inputShape, 'PutItemInput')
    for (const id of [
      'dynamodb.putItem',
      'dynamodb.GetRecords',
      'DynamoDB_20120810.PutItem',
      '__proto__.constructor',
      'dynamodb.constructor',
      'constructor',
      '',
    ]) {
      assert.equal(findServiceOperation(id), undefined)
    }
  })

  it('decode and check an empty body in every operation without a fault of ours', () => {
    for (const { id, decodeJson, checkConstraints } of allOperations) {
      const input = decodeJson({})
      try {
        checkConstraints(input)
      } catch (error) {
        assert.equal((error as { type?: string }).type, 'ValidationException', id)
      }
    }
  })

  it('keep their quirks to themselves', () => {
    const {
      quirks: dynamodbQuirks,
      shapes,
      ...dynamodb
    } = findServiceOperation('dynamodb.PutItem')!.service
    const operations = { TagResource: { input: 'TagResourceInput' } }
    const model = { ...dynamodb, operations, shapesJson: JSON.stringify(shapes) }
    const tag = { ResourceArn: 'no ARN', Tags: [] }
    const refusalWith = (quirks: Quirks) => {
      const { checkConstraints } = createService('other', model, quirks).operations.get(
        'TagResource',
      )!
      assert.doesNotThrow(() => checkConstraints(tag))
      checkConstraints({ Tags: [] })
    }
    assert.throws(() => refusalWith(dynamodbQuirks), { message: 'Invalid TableArn' })
    assert.throws(() => refusalWith(noQuirks), { message: /'resourceArn' failed to satisfy/ })
  })
})

for (const service of allServices) {
  describe(`the quirks of ${service.id} name what its model has`, () => checkQuirks(service))
}

function checkQuirks({ quirks, shapes, operations }: Service): void {
  it('sites', () => {
    const sites = [
      ...Object.keys(quirks.siteLimits ?? {}),
      ...Object.keys(quirks.siteWordings ?? {}),
      ...sitesOf(quirks.memberOrders ?? {}, (members) => members),
      ...Object.values(quirks.operationOrders ?? {}).flatMap((orders) =>
        sitesOf(orders, (members) => members),
      ),
      ...sitesOf(quirks.requiredUnless ?? {}, ({ unless, members }) => [unless, ...members]),
    ]
    for (const site of sites) checkSite(shapes, site)
  })

  it('structures, whose other members are not published', () => {
    for (const name of Object.keys(quirks.unpublishedMembers ?? {})) {
      assert.equal(shapes[name]?.kind, 'structure', name)
    }
  })

  it('enums, with the same values', () => {
    for (const [name, values] of Object.entries(quirks.printedEnums ?? {})) {
      const shape = shapes[name]
      assert.ok(shape?.kind === 'string' && shape.values !== undefined, name)
      assert.deepEqual([...values].sort(), [...shape.values].sort(), name)
    }
  })

  it('operations', () => {
    const { tableNameRules, failuresMax, leads, operationOrders } = quirks
    const named = [tableNameRules, failuresMax, leads, operationOrders]
    for (const name of named.flatMap((rules) => Object.keys(rules ?? {}))) {
      assert.ok(operations.has(name), name)
    }
  })
}

function checkSite(shapes: Shapes, site: string): void {
  const [container = '', member = ''] = site.split('.')
  const shape = shapes[container]
  if (shape?.kind === 'map') return assert.equal(member, 'value', site)
  assert.ok(shape?.kind === 'structure' && Object.hasOwn(shape.members, member), site)
}

function sitesOf<T>(
  rules: Readonly<Record<string, T>>,
  membersOf: (rule: T) => readonly string[],
): readonly string[] {
  return Object.entries(rules).flatMap(([structure, rule]) =>
    membersOf(rule).map((member) => `${structure}.${member}`),
  )
}

it('patterns with a JavaScript version are in some model', () => {
  const shapes = allServices.flatMap((service) => Object.values(service.shapes))
  const patterns = shapes.map((shape) => 'pattern' in shape && shape.pattern)
  for (const pattern of javaPatterns.keys()) assert.ok(patterns.includes(pattern), pattern)
})
