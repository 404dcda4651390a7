/** A model as a schema of OneTable, which has one table. */
import type { ValueType } from '../values/attribute-value.js'
import {
  codeEntities,
  type CodeEntity,
  type CodeKey,
  dollarTemplate,
  codeLiteral,
  codeMember,
  codeTypeName,
} from './code-entities.js'
import type { DataModel, ModelIndex, ModelTable } from './data-model.js'

const types: Readonly<Record<ValueType, string>> = {
  S: 'String',
  N: 'Number',
  B: 'ArrayBuffer',
  BOOL: 'Boolean',
  NULL: 'Object',
  M: 'Object',
  L: 'Array',
  SS: 'Set',
  NS: 'Set',
  BS: 'Set',
}

export function onetableCode(model: DataModel): string {
  const head = [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'",
    "import { Table } from 'dynamodb-onetable'",
    '',
    'const client = new DynamoDBClient({})',
  ]
  return `${[...head, ...model.tables.flatMap(tableCode)].join('\n')}\n`
}

function tableCode(table: ModelTable): readonly string[] {
  const entities = codeEntities(table)
  const name = codeTypeName(table.name)
  const variable = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Table`
  return [
    '',
    `export const ${variable} = new Table({`,
    '  client,',
    `  name: ${codeLiteral(table.name)},`,
    '  partial: true,',
    '  schema: {',
    "    format: 'onetable:1.1.0',",
    "    version: '0.0.1',",
    '    indexes: {',
    `      primary: { ${keysOf(table.key)} },`,
    ...table.indexes.map(indexLine),
    '    },',
    '    models: {',
    ...entities.flatMap(modelLines),
    '    },',
    '  },',
    '})',
    '',
    ...entities.map(
      (entity) => `export const ${entity.name} = ${variable}.getModel(${codeLiteral(entity.name)})`,
    ),
  ]
}

function keysOf({ partition, sort }: ModelTable['key']): string {
  const hash = `hash: ${codeLiteral(partition.name)}`
  return sort === undefined ? hash : `${hash}, sort: ${codeLiteral(sort.name)}`
}

function indexLine({ name, kind, key, projection }: ModelIndex): string {
  const local = kind === 'local' ? "type: 'local', " : ''
  const project =
    projection.kind === 'INCLUDE'
      ? `[${projection.attributes.map(codeLiteral).join(', ')}]`
      : projection.kind === 'ALL'
        ? "'all'"
        : "'keys'"
  return `      ${codeMember(name)}: { ${local}${keysOf(key)}, project: ${project} },`
}

function modelLines({ name, fields, indexes }: CodeEntity): readonly string[] {
  const keys = indexes.flatMap(({ partition, sort }) => [partition, sort])
  const templates = new Map(
    keys
      .filter((key): key is Extract<CodeKey, { kind: 'template' }> => key?.kind === 'template')
      .map((key) => [key.attribute.name, dollarTemplate(key.parts)]),
  )
  return [
    `      ${name}: {`,
    ...[...templates].map(
      ([attribute, template]) =>
        `        ${codeMember(attribute)}: { type: String, value: ${codeLiteral(template)} },`,
    ),
    ...fields
      .filter((field) => !templates.has(field.name))
      .map(
        ({ name: field, type, isKey }) =>
          `        ${codeMember(field)}: { type: ${types[type]}${isKey ? ', required: true' : ''} },`,
      ),
    '      },',
  ]
}
