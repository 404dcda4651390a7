/** Entities of a model as ElectroDB's. */
import type { ValueType } from '../values/attribute-value.js'
import {
  type CodeEntity,
  codeEntities,
  type CodeField,
  type CodeIndex,
  type CodeKey,
  dollarTemplate,
  codeLiteral,
  codeMember,
} from './code-entities.js'
import type { DataModel, ModelTable } from './data-model.js'

const types: Readonly<Record<ValueType, string>> = {
  S: "type: 'string'",
  N: "type: 'number'",
  B: "type: 'any'",
  BOOL: "type: 'boolean'",
  NULL: "type: 'any'",
  M: "type: 'any'",
  L: "type: 'any'",
  SS: "type: 'set', items: 'string'",
  NS: "type: 'set', items: 'number'",
  BS: "type: 'any'",
}

export function electrodbCode(model: DataModel): string {
  const head = [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'",
    "import { Entity } from 'electrodb'",
    '',
    'const client = new DynamoDBClient({})',
  ]
  const tables = model.tables.flatMap((table) => tableCode(model, table))
  return `${[...head, ...tables].join('\n')}\n`
}

function tableCode(model: DataModel, table: ModelTable): readonly string[] {
  return codeEntities(table).flatMap((entity) => [
    '',
    `export const ${entity.name} = new Entity(`,
    '  {',
    `    model: { entity: ${codeLiteral(entity.name)}, version: '1', service: ${codeLiteral(model.name)} },`,
    '    attributes: {',
    ...entity.fields.map(attributeLine),
    '    },',
    '    indexes: {',
    ...entity.indexes.flatMap((index) => indexLines(entity, index)),
    '    },',
    '  },',
    `  { client, table: ${codeLiteral(table.name)} },`,
    ')',
  ])
}

function attributeLine({ name, type, isKey }: CodeField): string {
  return `      ${codeMember(name)}: { ${types[type]}${isKey ? ', required: true' : ''} },`
}

function indexLines(entity: CodeEntity, { index, partition, sort }: CodeIndex): readonly string[] {
  const needed = [partition, sort].flatMap((key) => fieldsOf(key))
  const optional = needed.filter(
    (name) => !entity.fields.some((each) => each.name === name && each.isKey),
  )
  const condition = optional.map((name) => `item[${codeLiteral(name)}] !== undefined`).join(' && ')
  return [
    `      ${codeMember(index === undefined ? 'primary' : `by${index.name}`)}: {`,
    ...(index === undefined ? [] : [`        index: ${codeLiteral(index.name)},`]),
    ...projectionLines(entity, index),
    // Items that lack a part of the key stay out of the index.
    ...(index === undefined || condition === ''
      ? []
      : [`        condition: (item) => ${condition},`]),
    `        pk: ${keyCode(partition)},`,
    ...(sort === undefined ? [] : [`        sk: ${keyCode(sort)},`]),
    '      },',
  ]
}

/** Without it, ElectroDB takes items of an index for those of other entities. */
function projectionLines(entity: CodeEntity, index: CodeIndex['index']): readonly string[] {
  if (index === undefined || index.projection.kind === 'ALL') return []
  const names = index.projection.attributes.filter((name) =>
    entity.fields.some((field) => field.name === name),
  )
  const list = `[${names.map(codeLiteral).join(', ')}]`
  return [`        projection: ${names.length === 0 ? "'keys_only'" : list},`]
}

function fieldsOf(key: CodeKey | undefined): readonly string[] {
  if (key === undefined) return []
  return key.kind === 'field' ? [key.attribute.name] : key.fields
}

function keyCode(key: CodeKey): string {
  const field = `field: ${codeLiteral(key.attribute.name)}`
  const composite = `composite: [${fieldsOf(key).map(codeLiteral).join(', ')}]`
  const template =
    key.kind === 'field' ? '' : `, template: ${codeLiteral(dollarTemplate(key.parts))}`
  // ElectroDB makes keys lower case unless it is told not to.
  return `{ ${field}, casing: 'none', ${composite}${template} }`
}
