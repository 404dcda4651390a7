/**
 * Reads the model files of NoSQL Workbench, of any version: missing members get their defaults, members
 * that nobody here knows are kept, and a sample item that cannot be used is reported and left out.
 * What the format cannot say (access patterns, local indexes, TTL, rules of entities) is in the one
 * member `x-gramme`, if Gramme wrote the file.
 */
import type { Item } from '../values/attribute-value.js'
import { valueTypes } from '../values/attribute-value.js'
import { sameItem } from '../values/compare-values.js'
import {
  type DataModel,
  itemKeyOf,
  type KeptMembers,
  type ModelKeyAttribute,
  keyAttributesOf,
  type KeyType,
  type ModelAttribute,
  type ModelIndex,
  type ModelKey,
  type ModelProjection,
  type ModelTable,
  type SampleFormat,
} from './data-model.js'
import {
  keptOf,
  listOrNone,
  membersOrNone,
  textListOf,
  textOr,
  withoutMembers,
} from './json-members.js'
import { entitiesOfFacets } from './read-facets.js'
import { readExtension, type TableExtension } from './read-extension.js'

export interface ModelReading {
  readonly model: DataModel
  /** What was left out or put right, in sentences. */
  readonly notes: readonly string[]
}

/** Says why a file is no data model. */
export class UnreadableModel extends Error {
  override readonly name = 'UnreadableModel'
}

export function readWorkbench(text: string): ModelReading {
  const file = fileMembers(text)
  const metadata = membersOrNone(file['ModelMetadata'])
  const service = metadata['AWSService']
  if (typeof service === 'string' && service !== 'Amazon DynamoDB') {
    throw new UnreadableModel(`This is a model for ${service}, not for Amazon DynamoDB.`)
  }
  const notes: string[] = []
  const extension = readExtension(file['x-gramme'])
  const tables = listOrNone(file['DataModel']).flatMap((each, i) =>
    readTable(membersOrNone(each), {
      place: i + 1,
      extensionOf: (name) => extension.tables[name],
      notes,
    }),
  )
  const head = headOf(file, metadata)
  const kept = { ...head.kept, extension: extension.kept }
  return { model: { ...head, tables, patterns: extension.patterns, kept }, notes }
}

function fileMembers(text: string): KeptMembers {
  let file: unknown
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UnreadableModel('The file is not JSON.')
  }
  const members = membersOrNone(file)
  if (!Array.isArray(members['DataModel'])) {
    throw new UnreadableModel('The file has no DataModel, so it is not a model of NoSQL Workbench.')
  }
  return members
}

function headOf(file: KeptMembers, metadata: KeptMembers): Omit<DataModel, 'tables' | 'patterns'> {
  const knownMetadata = [
    'Author',
    'Description',
    'DateCreated',
    'DateLastModified',
    'AWSService',
    'Version',
  ]
  return {
    name: textOr(file['ModelName'], 'Untitled'),
    author: textOr(metadata['Author'], ''),
    description: textOr(metadata['Description'], ''),
    created: textOr(metadata['DateCreated'], ''),
    modified: textOr(metadata['DateLastModified'], ''),
    kept: {
      extension: {},
      file: withoutMembers(file, ['ModelName', 'ModelMetadata', 'DataModel', 'x-gramme']),
      metadata: withoutMembers(metadata, knownMetadata),
    },
  }
}

interface TableReading {
  readonly place: number
  readonly extensionOf: (name: string) => TableExtension | undefined
  readonly notes: string[]
}

const knownTableMembers = [
  'TableName',
  'KeyAttributes',
  'NonKeyAttributes',
  'TableFacets',
  'GlobalSecondaryIndexes',
  'TableData',
  'SampleDataFormats',
  'BillingMode',
  'ProvisionedCapacitySettings',
]

function readTable(
  members: KeptMembers,
  { place, extensionOf, notes }: TableReading,
): readonly ModelTable[] {
  const name = textOr(members['TableName'], '')
  const key = readKey(members['KeyAttributes'])
  if (name === '' || key === undefined) {
    notes.push(`Table ${name || place} has no name or no partition key: left out.`)
    return []
  }
  const extension = extensionOf(name)
  const rows = listOrNone(members['TableData'])
  const own = readItems(rows, key, (row, why) => notes.push(`${name}, row ${row}: ${why}.`))
  const facets = listOrNone(members['TableFacets']).map(membersOrNone)
  const samples = withFacetItems(own, facets, { key, name, notes })
  const ttlAttribute = extension?.ttlAttribute
  const capacity = members['ProvisionedCapacitySettings']
  return [
    {
      name,
      key,
      attributes: readAttributes(members['NonKeyAttributes']),
      indexes: readIndexes(members['GlobalSecondaryIndexes'], key, extension, notes),
      entities: entitiesOfFacets(facets, { key, samples, entities: extension?.entities ?? [] }),
      samples,
      ...readFormats(members['SampleDataFormats']),
      billing: members['BillingMode'] === 'PROVISIONED' ? 'PROVISIONED' : 'PAY_PER_REQUEST',
      ...(capacity === undefined ? {} : { capacity: membersOrNone(capacity) }),
      ...(ttlAttribute === undefined ? {} : { ttlAttribute }),
      kept: withoutMembers(members, knownTableMembers),
    },
  ]
}

function readKey(value: unknown): ModelKey | undefined {
  const members = membersOrNone(value)
  const partition = readKeyAttribute(members['PartitionKey'])
  const sort = readKeyAttribute(members['SortKey'])
  if (partition === undefined) return undefined
  const kept = keptOf(members, ['PartitionKey', 'SortKey'])
  return { partition, ...(sort === undefined ? {} : { sort }), ...kept }
}

function readKeyAttribute(value: unknown): ModelKeyAttribute | undefined {
  const members = membersOrNone(value)
  const name = textOr(members['AttributeName'], '')
  if (name === '') return undefined
  const type = textOr(members['AttributeType'], 'S')
  return {
    name,
    type: (['S', 'N', 'B'].includes(type) ? type : 'S') as KeyType,
    ...keptOf(members, ['AttributeName', 'AttributeType']),
  }
}

function readAttributes(value: unknown): readonly ModelAttribute[] {
  return listOrNone(value)
    .map(membersOrNone)
    .map((each) => ({
      name: textOr(each['AttributeName'], ''),
      type: valueTypes.find((type) => type === each['AttributeType']) ?? 'S',
      ...keptOf(each, ['AttributeName', 'AttributeType']),
    }))
    .filter(({ name }) => name !== '')
}

function readIndexes(
  value: unknown,
  tableKey: ModelKey,
  extension: TableExtension | undefined,
  notes: string[],
): readonly ModelIndex[] {
  return listOrNone(value).flatMap((each) => {
    const members = membersOrNone(each)
    const name = textOr(members['IndexName'], '')
    const key = readKey(members['KeyAttributes'])
    if (name === '' || key === undefined) {
      notes.push(`Index ${name || 'without a name'} has no partition key: left out.`)
      return []
    }
    const local = extension?.localIndexes.includes(name) === true && key.sort !== undefined
    return {
      name,
      kind: local ? 'local' : 'global',
      key,
      projection: readProjection(members['Projection'], [tableKey, key]),
      kept: withoutMembers(members, ['IndexName', 'KeyAttributes', 'Projection']),
    }
  })
}

function readProjection(value: unknown, keys: readonly ModelKey[]): ModelProjection {
  const members = membersOrNone(value)
  const kinds = ['ALL', 'KEYS_ONLY', 'INCLUDE'] as const
  const kind = kinds.find((each) => each === members['ProjectionType']) ?? 'ALL'
  const kept = keptOf(members, ['ProjectionType', 'NonKeyAttributes'])
  if (kind !== 'INCLUDE') return { kind, attributes: [], ...kept }
  const projected = keys.flatMap(keyAttributesOf).map(({ name }) => name)
  const listed = textListOf(members['NonKeyAttributes'])
  const listedKeys = listed.filter((name) => projected.includes(name))
  return {
    kind,
    attributes: listed.filter((name) => !projected.includes(name)),
    ...(listedKeys.length === 0 ? {} : { listedKeys }),
    ...kept,
  }
}

function readFormats(value: unknown): Pick<ModelTable, 'formats' | 'keptFormats'> {
  const members = membersOrNone(value)
  const formats = Object.entries(members).filter((entry): entry is [string, SampleFormat] =>
    isFormat(entry[1]),
  )
  const kept = withoutMembers(
    members,
    formats.map(([name]) => name),
  )
  return {
    formats: Object.fromEntries(formats),
    ...(Object.keys(kept).length === 0 ? {} : { keptFormats: kept }),
  }
}

function isFormat(value: unknown): value is SampleFormat {
  return Array.isArray(value) && value.length === 2 && textListOf(value).length === 2
}

/** Items with keys of the right type; each key once. */
function readItems(
  rows: readonly unknown[],
  key: ModelKey,
  report: (row: number, why: string) => void,
): readonly Item[] {
  const items = new Map<string, Item>()
  for (const [i, row] of rows.entries()) {
    const item = membersOrNone(row) as Item
    const itemKey = itemKeyOf(key, item)
    if (itemKey === undefined) report(i + 1, 'a key attribute is missing or of another type')
    else if (items.has(itemKey)) report(i + 1, 'an item with this key is already there')
    else items.set(itemKey, item)
  }
  return [...items.values()]
}

interface FacetItems {
  readonly key: ModelKey
  readonly name: string
  readonly notes: string[]
}

/** Facets repeat items of the table. Some files have items in facets alone. */
function withFacetItems(
  own: readonly Item[],
  facets: readonly KeptMembers[],
  { key, name, notes }: FacetItems,
): readonly Item[] {
  const all = new Map(own.map((item) => [itemKeyOf(key, item)!, item]))
  for (const facet of facets) {
    const report = (row: number, why: string): void => {
      notes.push(`${name}, facet ${textOr(facet['FacetName'], '')}, row ${row}: ${why}.`)
    }
    for (const [i, item] of readItems(listOrNone(facet['TableData']), key, report).entries()) {
      const itemKey = itemKeyOf(key, item)!
      const there = all.get(itemKey)
      if (there === undefined) all.set(itemKey, item)
      else if (!sameItem(there, item)) report(i + 1, 'the table has another item with this key')
    }
  }
  return [...all.values()]
}
