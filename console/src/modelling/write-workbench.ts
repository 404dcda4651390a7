/**
 * Writes model files of NoSQL Workbench, version 3.0, with every member that Workbench writes.
 * A strict file has nothing but those; else what the format cannot say is in `x-gramme`.
 */
import {
  type DataModel,
  type Entity,
  itemKeyOf,
  type KeptMembers,
  type ModelKeyAttribute,
  type ModelIndex,
  type ModelKey,
  type ModelTable,
} from './data-model.js'
import { entityFinder } from './detect-entity.js'

export interface WorkbenchOptions {
  /** Leaves out what Workbench does not know. */
  readonly strict: boolean
}

export function writeWorkbench(model: DataModel, { strict }: WorkbenchOptions): string {
  const file = {
    ModelName: model.name,
    ModelMetadata: {
      Author: model.author,
      DateCreated: model.created,
      DateLastModified: model.modified,
      Description: model.description,
      AWSService: 'Amazon DynamoDB',
      Version: '3.0',
      ...model.kept.metadata,
    },
    DataModel: model.tables.map(tableMembers),
    ...model.kept.file,
    ...(strict ? {} : { 'x-gramme': extensionOf(model) }),
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

/** As Workbench writes dates: local time in US English. */
export function workbenchDate(date: Date): string {
  const day = date.toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
  const time = date.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' })
  // Newer releases of ICU part time and AM with a narrow blank.
  return `${day}, ${time.replace(/\s/, ' ')}`
}

function tableMembers(table: ModelTable): KeptMembers {
  const { DataAccess = { MySql: {} }, ...kept } = table.kept
  return {
    TableName: table.name,
    KeyAttributes: keyMembers(table.key),
    NonKeyAttributes: table.attributes.map(({ name, type, kept: more }) => ({
      AttributeName: name,
      AttributeType: type,
      ...more,
    })),
    TableFacets: table.entities.map((entity) => facetMembers(table, entity)),
    GlobalSecondaryIndexes: table.indexes.map(indexMembers),
    TableData: table.samples,
    DataAccess,
    SampleDataFormats: { ...table.formats, ...table.keptFormats },
    BillingMode: table.billing,
    ...capacityMembers(table),
    ...kept,
  }
}

function capacityMembers({ billing, capacity }: ModelTable): KeptMembers {
  if (capacity !== undefined) return { ProvisionedCapacitySettings: capacity }
  if (billing === 'PAY_PER_REQUEST') return {}
  const scaling = {
    ScalableTargetRequest: {
      MinCapacity: 1,
      MaxCapacity: 10,
      ServiceRole: 'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable',
    },
    ScalingPolicyConfiguration: { TargetValue: 70 },
  }
  return {
    ProvisionedCapacitySettings: {
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
      AutoScalingRead: scaling,
      AutoScalingWrite: scaling,
    },
  }
}

function keyMembers({ partition, sort, kept }: ModelKey): KeptMembers {
  return {
    PartitionKey: keyAttributeMembers(partition),
    ...(sort === undefined ? {} : { SortKey: keyAttributeMembers(sort) }),
    ...kept,
  }
}

function keyAttributeMembers({ name, type, kept }: ModelKeyAttribute): KeptMembers {
  return { AttributeName: name, AttributeType: type, ...kept }
}

function indexMembers({ name, key, projection, kept }: ModelIndex): KeptMembers {
  const listed = [...(projection.listedKeys ?? []), ...projection.attributes]
  return {
    IndexName: name,
    KeyAttributes: keyMembers(key),
    Projection: {
      ProjectionType: projection.kind,
      ...(projection.kind === 'INCLUDE' ? { NonKeyAttributes: listed } : {}),
      ...projection.kept,
    },
    ...kept,
  }
}

function facetMembers(table: ModelTable, entity: Entity): KeptMembers {
  const { facet, name, attributes, templates } = entity
  const { DataAccess = { MySql: {} }, ...kept } = facet?.kept ?? {}
  const sort = table.key.sort
  const sortAlias =
    facet === undefined ? sort && (templates[sort.name] ?? sort.name) : facet.sortAlias
  const items = facetItems(table, entity)
  return {
    FacetName: name,
    KeyAttributeAlias: {
      PartitionKeyAlias:
        facet?.partitionAlias ?? templates[table.key.partition.name] ?? table.key.partition.name,
      ...(sortAlias === undefined ? {} : { SortKeyAlias: sortAlias }),
      ...facet?.keptAliases,
    },
    ...(facet?.listsItems === false && items.length === 0 ? {} : { TableData: items }),
    ...(facet?.listsAttributes === false && attributes.length === 0
      ? {}
      : { NonKeyAttributes: attributes }),
    DataAccess,
    ...kept,
  }
}

/** The items that the facet had, in its order, then those that are of its entity. */
function facetItems(table: ModelTable, entity: Entity): ModelTable['samples'] {
  const byKey = new Map(table.samples.map((item) => [itemKeyOf(table.key, item), item]))
  const had = (entity.facet?.itemKeys ?? [])
    .map((key) => byKey.get(key))
    .filter((item) => item !== undefined)
  if (entity.facet?.listsItems === false) return had
  const elsewhere = new Set(
    table.entities.filter((each) => each !== entity).flatMap(({ facet }) => facet?.itemKeys ?? []),
  )
  const entityOf = entityFinder(table)
  const more = table.samples.filter(
    (item) =>
      !had.includes(item) &&
      !elsewhere.has(itemKeyOf(table.key, item) ?? '') &&
      entityOf(item) === entity.name,
  )
  return [...had, ...more]
}

function extensionOf(model: DataModel): KeptMembers {
  const tables = model.tables.map(({ name, indexes, entities, ttlAttribute }) => [
    name,
    {
      localIndexes: indexes.filter(({ kind }) => kind === 'local').map((index) => index.name),
      ttlAttribute,
      entities: entities.map(({ facet: _, ...entity }) => entity),
    },
  ])
  return {
    ...model.kept.extension,
    tables: Object.fromEntries(tables) as unknown,
    patterns: model.patterns,
  }
}
