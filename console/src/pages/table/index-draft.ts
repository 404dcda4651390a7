/** A secondary index while it is being typed. Numbers are text until they are sent. */
import type {
  BillingMode,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  OnDemandThroughput,
  Projection,
  ProjectionType,
  ProvisionedThroughput,
  ScalarAttributeType,
  WarmThroughput,
} from '../../api/generated/dynamodb-types.js'

export interface KeyAttributeDraft {
  readonly name: string
  readonly type: ScalarAttributeType
}

/** Empty text is what was not given. */
export interface ThroughputDraft {
  readonly readUnits: string
  readonly writeUnits: string
  readonly readMaximum: string
  readonly writeMaximum: string
  readonly warmRead: string
  readonly warmWrite: string
}

/** Which attributes an index has beside its own. */
export interface ProjectionDraft {
  readonly projection: ProjectionType
  /** For INCLUDE: names, one a line. */
  readonly included: string
}

export interface IndexDraft extends ThroughputDraft, ProjectionDraft {
  readonly id: number
  readonly kind: 'global' | 'local'
  readonly name: string
  /** A global index has up to four of each; a local one has the partition key of its table. */
  readonly partition: readonly KeyAttributeDraft[]
  readonly sort: readonly KeyAttributeDraft[]
}

export const keyAttributesMax = 4
export const globalIndexesMax = 20
export const localIndexesMax = 5
export const includedAttributesMax = 100

export const emptyAttribute: KeyAttributeDraft = { name: '', type: 'S' }

export const emptyThroughput: ThroughputDraft = {
  readUnits: '5',
  writeUnits: '5',
  readMaximum: '',
  writeMaximum: '',
  warmRead: '',
  warmWrite: '',
}

export function newIndex(id: number, kind: IndexDraft['kind']): IndexDraft {
  return {
    ...emptyThroughput,
    id,
    kind,
    name: '',
    partition: kind === 'global' ? [emptyAttribute] : [],
    sort: kind === 'global' ? [] : [emptyAttribute],
    projection: 'ALL',
    included: '',
  }
}

export function globalIndexOfDraft(index: IndexDraft, billing: BillingMode): GlobalSecondaryIndex {
  return {
    IndexName: index.name,
    KeySchema: keySchemaOf(index.partition, index.sort),
    Projection: projectionOfDraft(index),
    ...throughputOfDraft(index, billing),
  }
}

export function localIndexOfDraft(
  index: IndexDraft,
  partition: KeyAttributeDraft,
): LocalSecondaryIndex {
  return {
    IndexName: index.name,
    KeySchema: keySchemaOf([partition], index.sort),
    Projection: projectionOfDraft(index),
  }
}

export function keySchemaOf(
  partition: readonly KeyAttributeDraft[],
  sort: readonly KeyAttributeDraft[],
): readonly KeySchemaElement[] {
  return [
    ...partition.map(({ name }) => ({ AttributeName: name, KeyType: 'HASH' }) as const),
    ...sort.map(({ name }) => ({ AttributeName: name, KeyType: 'RANGE' }) as const),
  ]
}

export function projectionOfDraft({ projection, included }: ProjectionDraft): Projection {
  if (projection !== 'INCLUDE') return { ProjectionType: projection }
  return { ProjectionType: projection, NonKeyAttributes: includedNames(included) }
}

export function includedNames(text: string): readonly string[] {
  const names = text.split(/[\n,]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

interface Throughput {
  readonly ProvisionedThroughput?: ProvisionedThroughput
  readonly OnDemandThroughput?: OnDemandThroughput
  readonly WarmThroughput?: WarmThroughput
}

export function throughputOfDraft(draft: ThroughputDraft, billing: BillingMode): Throughput {
  const maximums = {
    ...given('MaxReadRequestUnits', draft.readMaximum),
    ...given('MaxWriteRequestUnits', draft.writeMaximum),
  }
  const warm = {
    ...given('ReadUnitsPerSecond', draft.warmRead),
    ...given('WriteUnitsPerSecond', draft.warmWrite),
  }
  return {
    ...(billing === 'PROVISIONED' && {
      ProvisionedThroughput: {
        ReadCapacityUnits: Number(draft.readUnits),
        WriteCapacityUnits: Number(draft.writeUnits),
      },
    }),
    ...(billing === 'PAY_PER_REQUEST' &&
      Object.keys(maximums).length > 0 && { OnDemandThroughput: maximums }),
    ...(Object.keys(warm).length > 0 && { WarmThroughput: warm }),
  }
}

function given<Name extends string>(name: Name, text: string): { readonly [N in Name]?: number } {
  return (text === '' ? {} : { [name]: Number(text) }) as { readonly [N in Name]?: number }
}
