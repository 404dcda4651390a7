/** Changes of a model. Each gives a new model, so that any of them can be undone. */
import type { Item } from '../../values/attribute-value.js'
import { typeOfValue } from '../../values/attribute-value.js'
import {
  type AccessPattern,
  type DataModel,
  type Entity,
  itemKeyOf,
  keyAttributesOf,
  type ModelIndex,
  type ModelTable,
} from '../../modelling/data-model.js'

export function withTable(model: DataModel, table: ModelTable, before = table.name): DataModel {
  return {
    ...model,
    tables: model.tables.map((each) => (each.name === before ? table : each)),
    patterns: model.patterns.map((each) =>
      each.table === before ? { ...each, table: table.name } : each,
    ),
  }
}

export function withoutTable(model: DataModel, name: string): DataModel {
  return {
    ...model,
    tables: model.tables.filter((each) => each.name !== name),
    patterns: model.patterns.filter((each) => each.table !== name),
  }
}

export function addTable(model: DataModel, table: ModelTable): DataModel {
  return { ...model, tables: [...model.tables, table] }
}

/** Patterns follow the entity when it gets another name. */
export function withEntity(
  model: DataModel,
  table: ModelTable,
  entity: Entity,
  before: string | undefined,
): DataModel {
  const entities =
    before === undefined
      ? [...table.entities, entity]
      : table.entities.map((each) => (each.name === before ? entity : each))
  const changed = withTable(model, { ...table, entities })
  return {
    ...changed,
    patterns: changed.patterns.map((each) =>
      each.table === table.name && each.entity === before && before !== undefined
        ? { ...each, entity: entity.name }
        : each,
    ),
  }
}

export function withoutEntity(model: DataModel, table: ModelTable, name: string): DataModel {
  return withTable(model, {
    ...table,
    entities: table.entities.filter((each) => each.name !== name),
  })
}

export function withIndex(
  model: DataModel,
  table: ModelTable,
  index: ModelIndex,
  before: string | undefined,
): DataModel {
  const indexes =
    before === undefined
      ? [...table.indexes, index]
      : table.indexes.map((each) => (each.name === before ? index : each))
  const changed = withTable(model, declared({ ...table, indexes }))
  return {
    ...changed,
    patterns: changed.patterns.map((each) =>
      each.table === table.name && before !== undefined && each.via === before
        ? { ...each, via: index.name }
        : each,
    ),
  }
}

export function withoutIndex(model: DataModel, table: ModelTable, name: string): DataModel {
  return withTable(model, {
    ...table,
    indexes: table.indexes.filter((each) => each.name !== name),
  })
}

/** In place of the sample with that key, if there is one. */
export function withSample(
  model: DataModel,
  table: ModelTable,
  item: Item,
  before: string | undefined,
): DataModel {
  const key = itemKeyOf(table.key, item)
  const kept = table.samples.filter((each) => {
    const other = itemKeyOf(table.key, each)
    return other === before || other !== key
  })
  const there = kept.some((each) => itemKeyOf(table.key, each) === before)
  const samples = there
    ? kept.map((each) => (itemKeyOf(table.key, each) === before ? item : each))
    : [...kept, item]
  return withTable(model, declared({ ...table, samples }))
}

export function withoutSample(model: DataModel, table: ModelTable, itemKey: string): DataModel {
  const samples = table.samples.filter((each) => itemKeyOf(table.key, each) !== itemKey)
  return withTable(model, { ...table, samples })
}

export function addSamples(model: DataModel, table: ModelTable, items: readonly Item[]): DataModel {
  return withTable(model, declared({ ...table, samples: [...table.samples, ...items] }))
}

export function withPattern(model: DataModel, pattern: AccessPattern): DataModel {
  const there = model.patterns.some(({ id }) => id === pattern.id)
  return {
    ...model,
    patterns: there
      ? model.patterns.map((each) => (each.id === pattern.id ? pattern : each))
      : [...model.patterns, pattern],
  }
}

export function withoutPattern(model: DataModel, id: string): DataModel {
  return { ...model, patterns: model.patterns.filter((each) => each.id !== id) }
}

/** Attributes of indexes and samples are among those of the table. */
function declared(table: ModelTable): ModelTable {
  const known = new Set(table.attributes.map(({ name }) => name))
  for (const { name } of keyAttributesOf(table.key)) known.add(name)
  const more = new Map<string, ModelTable['attributes'][number]['type']>()
  for (const { key } of table.indexes) {
    for (const { name, type } of keyAttributesOf(key)) if (!known.has(name)) more.set(name, type)
  }
  for (const item of table.samples) {
    for (const [name, value] of Object.entries(item)) {
      if (!known.has(name) && !more.has(name)) more.set(name, typeOfValue(value))
    }
  }
  const added = [...more].map(([name, type]) => ({ name, type }))
  return { ...table, attributes: [...table.attributes, ...added] }
}
