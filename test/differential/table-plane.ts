/** Histories of tables: definitions of many shapes, changes of settings, tags and time to live. */
import { below, oneOf, someOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import { attribute, hash, onDemand, provisioned, range } from '../support/tables.js'
import { mutated } from './mutations.js'
import type { History, Request } from './request.js'
import { sometimes } from './item-requests.js'

const names = ['pk', 'sk', 'a', 'b', 'c']
const tableNames = ['First', 'Second']

export function randomTableHistory(chance: Chance): History {
  return Array.from({ length: 8 + below(chance, 12) }, (_, i): Request => {
    const request = i === 0 ? creation(chance) : oneOf(chance, makers)(chance)
    return chance() < 0.1 ? mutated(chance, request) : request
  })
}

const makers: readonly ((chance: Chance) => Request)[] = [
  creation,
  creation,
  update,
  update,
  (chance) => tagged(chance, 'TagResource', { Tags: randomTags(chance) }),
  (chance) => tagged(chance, 'UntagResource', { TagKeys: [oneOf(chance, tagKeys)] }),
  (chance) => tagged(chance, 'ListTagsOfResource', {}),
  (chance) => named(chance, 'DescribeTable'),
  (chance) => named(chance, 'DeleteTable'),
  (chance) => named(chance, 'DescribeTimeToLive'),
  (chance) => ({ operation: 'ListTables', input: sometimes(chance, 0.4, () => ({ Limit: 1 })) }),
  (chance) => {
    const AttributeName = oneOf(chance, names)
    const TimeToLiveSpecification = { AttributeName, Enabled: chance() < 0.7 }
    return named(chance, 'UpdateTimeToLive', { TimeToLiveSpecification })
  },
]

function named(chance: Chance, operation: string, more: Json = {}): Request {
  return { operation, input: { TableName: oneOf(chance, tableNames), ...more } }
}

const tagKeys = ['stage', 'owner', 'cost centre', 'größe']

function randomTags(chance: Chance): readonly Json[] {
  const count = chance() < 0.05 ? 0 : 1 + below(chance, 2)
  return someOf(chance, tagKeys, count).map((Key) => {
    return { Key, Value: oneOf(chance, ['', 'a', 'b+c:/@', '1']) }
  })
}

function tagged(chance: Chance, operation: string, more: Json): Request {
  return { operation, input: { ResourceArn: `table:${oneOf(chance, tableNames)}`, ...more } }
}

function creation(chance: Chance): Request {
  const sorted = chance() < 0.6
  const KeySchema = sorted ? [hash('pk'), range('sk')] : [hash('pk')]
  const isOnDemand = chance() < 0.5
  const local =
    sorted && chance() < 0.3 ? someIndexes(chance, 'local', () => localSchema(chance)) : []
  const global = chance() < 0.4 ? someIndexes(chance, 'global', () => globalSchema(chance)) : []
  const throughput = isOnDemand ? {} : randomThroughput(chance)
  return named(chance, 'CreateTable', {
    AttributeDefinitions: definitions(chance, [KeySchema, ...[...local, ...global].map(schemaOf)]),
    KeySchema,
    ...(isOnDemand ? onDemand : { ...throughput, ...sometimes(chance, 0.3, billed) }),
    ...(local.length === 0 ? {} : { LocalSecondaryIndexes: local }),
    ...(global.length === 0
      ? {}
      : { GlobalSecondaryIndexes: global.map((index) => ({ ...index, ...throughput })) }),
    ...sometimes(chance, 0.1, () => ({ DeletionProtectionEnabled: chance() < 0.5 })),
    ...sometimes(chance, 0.2, () => ({ StreamSpecification: randomStream(chance) })),
    ...sometimes(chance, 0.2, () => ({ Tags: randomTags(chance) })),
    ...sometimes(chance, 0.1, () => ({ TableClass: 'STANDARD_INFREQUENT_ACCESS' })),
  })
}

const billed = (): Json => ({ BillingMode: 'PROVISIONED' })
const schemaOf = (index: Json): readonly Json[] => index['KeySchema'] as readonly Json[]

const randomThroughput = (chance: Chance): Json =>
  provisioned(1 + below(chance, 5), 1 + below(chance, 5))

function randomStream(chance: Chance): Json {
  const StreamViewType = oneOf(chance, [
    'NEW_IMAGE',
    'OLD_IMAGE',
    'NEW_AND_OLD_IMAGES',
    'KEYS_ONLY',
  ])
  return chance() < 0.8 ? { StreamEnabled: true, StreamViewType } : { StreamEnabled: false }
}

function someIndexes(chance: Chance, kind: string, schema: () => readonly Json[]) {
  return Array.from({ length: 1 + below(chance, 2) }, (_, i): Json => {
    // Now and then two have one name.
    const number = chance() < 0.05 ? 0 : i
    const Projection = randomProjection(chance)
    return { IndexName: `${kind}-${number}`, KeySchema: schema(), Projection }
  })
}

const localSchema = (chance: Chance) => [hash('pk'), range(oneOf(chance, ['a', 'b', 'c']))]

function globalSchema(chance: Chance): readonly Json[] {
  const [first, second] = someOf(chance, names, 2)
  return chance() < 0.5 ? [hash(first!)] : [hash(first!), range(second!)]
}

function randomProjection(chance: Chance): Json {
  return oneOf<Json>(chance, [
    { ProjectionType: 'ALL' },
    { ProjectionType: 'KEYS_ONLY' },
    { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x', 'y'] },
  ])
}

/** What the schemas use; rarely one too many or one too few. */
function definitions(chance: Chance, schemas: readonly (readonly Json[])[]): readonly Json[] {
  const used = new Set(schemas.flat().map((element) => element['AttributeName'] as string))
  const all = [...used]
  if (chance() < 0.04) all.pop()
  if (chance() < 0.04) all.push('unused')
  return all.map((name) => attribute(name, oneOf(chance, ['S', 'N', 'B'])))
}

function update(chance: Chance): Request {
  return named(chance, 'UpdateTable', oneOf(chance, updates)(chance))
}

const updates: readonly ((chance: Chance) => Json)[] = [
  (chance) => randomThroughput(chance),
  () => onDemand,
  (chance) => ({ BillingMode: 'PROVISIONED', ...randomThroughput(chance) }),
  (chance) => ({ StreamSpecification: randomStream(chance) }),
  (chance) => ({ DeletionProtectionEnabled: chance() < 0.3 }),
  (chance) => ({
    GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: oneOf(chance, indexNames) } }],
  }),
  (chance) => {
    const KeySchema = globalSchema(chance)
    const index = {
      IndexName: oneOf(chance, indexNames),
      KeySchema,
      Projection: randomProjection(chance),
    }
    const Create = { ...index, ...sometimes(chance, 0.5, () => randomThroughput(chance)) }
    const AttributeDefinitions = definitions(chance, [KeySchema])
    return { AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }
  },
  (chance) => {
    const Update = { IndexName: oneOf(chance, indexNames), ...randomThroughput(chance) }
    return { GlobalSecondaryIndexUpdates: [{ Update }] }
  },
]

const indexNames = ['global-0', 'global-1', 'global-2']
