/** The member `x-gramme` of a model file: what the format itself has no place for. */
import {
  type AccessPattern,
  type Entity,
  type KeptMembers,
  type PatternCondition,
  patternOperations,
  patternOperators,
} from './data-model.js'
import { listOrNone, membersOrNone, textListOf, textOr, withoutMembers } from './json-members.js'

export interface TableExtension {
  /** Indexes that the file draws as global ones, since it knows no others. */
  readonly localIndexes: readonly string[]
  readonly ttlAttribute?: string
  readonly entities: readonly Entity[]
}

export interface ModelExtension {
  readonly tables: Readonly<Record<string, TableExtension | undefined>>
  readonly patterns: readonly AccessPattern[]
  readonly kept: KeptMembers
}

export function readExtension(value: unknown): ModelExtension {
  const members = membersOrNone(value)
  const tables = Object.entries(membersOrNone(members['tables']))
  return {
    tables: Object.fromEntries(tables.map(([name, each]) => [name, readTableExtension(each)])),
    kept: withoutMembers(members, ['tables', 'patterns']),
    patterns: listOrNone(members['patterns']).map((each, i) => readPattern(membersOrNone(each), i)),
  }
}

function readTableExtension(value: unknown): TableExtension {
  const members = membersOrNone(value)
  const ttlAttribute = members['ttlAttribute']
  return {
    localIndexes: textListOf(members['localIndexes']),
    ...(typeof ttlAttribute === 'string' ? { ttlAttribute } : {}),
    entities: listOrNone(members['entities']).map((each) => readEntity(membersOrNone(each))),
  }
}

function readEntity(members: KeptMembers): Entity {
  const rule = membersOrNone(members['rule'])
  const attribute = textOr(rule['attribute'], '')
  return {
    name: textOr(members['name'], 'Unnamed'),
    templates: Object.fromEntries(
      Object.entries(membersOrNone(members['templates'])).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
    attributes: textListOf(members['attributes']),
    ...(attribute === '' ? {} : { rule: { attribute, value: textOr(rule['value'], '') } }),
  }
}

function readPattern(members: KeptMembers, place: number): AccessPattern {
  const { entity, via, limit, expectedRows } = members
  return {
    id: textOr(members['id'], `pattern-${place + 1}`),
    name: textOr(members['name'], 'Unnamed'),
    description: textOr(members['description'], ''),
    operation: patternOperations.find((each) => each === members['operation']) ?? 'Query',
    table: textOr(members['table'], ''),
    ...(typeof entity === 'string' ? { entity } : {}),
    ...(typeof via === 'string' ? { via } : {}),
    conditions: listOrNone(members['conditions']).map((each) => readCondition(membersOrNone(each))),
    descending: members['descending'] === true,
    consistent: members['consistent'] === true,
    ...(isCount(limit) && limit > 0 ? { limit } : {}),
    ...(isCount(expectedRows) ? { expectedRows } : {}),
  }
}

function readCondition(members: KeptMembers): PatternCondition {
  return {
    field: textOr(members['field'], ''),
    operator: patternOperators.find((each) => each === members['operator']) ?? '=',
    values: textListOf(members['values']),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
