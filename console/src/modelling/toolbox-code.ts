/** Entities of a model as DynamoDB-Toolbox's. */
import type { ValueType } from '../values/attribute-value.js'
import {
  type CodeEntity,
  codeEntities,
  type CodeIndex,
  type CodeKey,
  dollarTemplate,
  codeLiteral,
  codeMember,
  codeTypeName,
} from './code-entities.js'
import type { DataModel, ModelIndex, ModelKeyAttribute, ModelTable } from './data-model.js'

const schemas: Readonly<Record<ValueType, string>> = {
  S: 'string()',
  N: 'number()',
  B: 'binary()',
  BOOL: 'boolean()',
  NULL: 'nul()',
  M: 'record(string(), any())',
  L: 'list(any())',
  SS: 'set(string())',
  NS: 'set(number())',
  BS: 'set(binary())',
}

const keyTypes = { S: 'string', N: 'number', B: 'binary' } as const

type TemplateKey = Extract<CodeKey, { readonly kind: 'template' }>

export function toolboxCode(model: DataModel): string {
  const body = model.tables.flatMap(tableCode).join('\n')
  const functions = ['any', 'binary', 'boolean', 'list', 'nul', 'number', 'record', 'set', 'string']
  const used = functions.filter((name) => new RegExp(`\\b${name}\\(`).test(body))
  const head = [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'",
    "import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'",
    `import { ${['Entity', 'item', ...used, 'Table'].join(', ')} } from 'dynamodb-toolbox'`,
    '',
    'const documentClient = DynamoDBDocumentClient.from(new DynamoDBClient({}), {',
    '  marshallOptions: { removeUndefinedValues: true },',
    '})',
  ]
  return `${[...head, body].join('\n')}\n`
}

function tableCode(table: ModelTable): readonly string[] {
  const variable = `${codeTypeName(table.name)}Table`
  return [
    '',
    `export const ${variable} = new Table({`,
    `  name: ${codeLiteral(table.name)},`,
    '  documentClient,',
    ...keyLines(table.key, '  '),
    '  indexes: {',
    ...table.indexes.flatMap(indexLines),
    '  },',
    '})',
    ...codeEntities(table).flatMap((entity) => entityLines(entity, variable)),
  ]
}

function keyLines({ partition, sort }: ModelTable['key'], indent: string): readonly string[] {
  return [
    `${indent}partitionKey: ${attributeCode(partition)},`,
    ...(sort === undefined ? [] : [`${indent}sortKey: ${attributeCode(sort)},`]),
  ]
}

function attributeCode({ name, type }: ModelKeyAttribute): string {
  return `{ name: ${codeLiteral(name)}, type: ${codeLiteral(keyTypes[type])} }`
}

function indexLines({ name, kind, key }: ModelIndex): readonly string[] {
  const keys =
    kind === 'local' ? [`      sortKey: ${attributeCode(key.sort!)},`] : keyLines(key, '      ')
  return [`    ${codeMember(name)}: {`, `      type: ${codeLiteral(kind)},`, ...keys, '    },']
}

function entityLines(entity: CodeEntity, table: string): readonly string[] {
  const [own, ...others] = entity.indexes
  const ownKeys = templatesOf(own!)
  const links = new Map(others.flatMap(templatesOf).map((key) => [key.attribute.name, key]))
  for (const { attribute } of ownKeys) links.delete(attribute.name)
  const key = [own!.partition, own!.sort].filter((each) => each !== undefined)
  const names = entity.fields.filter(({ isKey }) => isKey).map(({ name }) => name)
  return [
    '',
    `export const ${entity.name} = new Entity({`,
    `  name: ${codeLiteral(entity.name)},`,
    `  table: ${table},`,
    '  schema: item({',
    ...entity.fields.map(
      ({ name, type, isKey }) =>
        `    ${codeMember(name)}: ${schemas[type]}${isKey ? '.key()' : '.optional()'},`,
    ),
    `  })${links.size === 0 ? ',' : '.and(() => ({'}`,
    ...[...links.values()].map(linkLine),
    ...(links.size === 0 ? [] : ['  })),']),
    `  computeKey: ({ ${destructured(names)} }) => ({`,
    ...key.map((each) => `    ${codeMember(each.attribute.name)}: ${valueCode(each)},`),
    '  }),',
    '})',
  ]
}

function templatesOf({ partition, sort }: CodeIndex): readonly TemplateKey[] {
  return [partition, sort].filter((key): key is TemplateKey => key?.kind === 'template')
}

/** Undefined, so that the item stays out of the index, if a part is missing. */
function linkLine(key: TemplateKey): string {
  const known = key.fields.map((name) => `${name} === undefined`).join(' || ')
  const value = known === '' ? valueCode(key) : `${known} ? undefined : ${valueCode(key)}`
  const fields = key.fields.length === 0 ? '()' : `({ ${destructured(key.fields)} })`
  return `    ${codeMember(key.attribute.name)}: string().optional().putLink(${fields} => ${value}),`
}

function destructured(names: readonly string[]): string {
  return names
    .map((name) => (isIdentifier(name) ? name : `${codeLiteral(name)}: ${variableOf(name)}`))
    .join(', ')
}

function valueCode(key: CodeKey): string {
  if (key.kind === 'field') return variableOf(key.attribute.name)
  if (key.fields.length === 0) return codeLiteral(dollarTemplate(key.parts))
  const escaped = key.parts.map((part) =>
    part.kind === 'text' ? { ...part, text: part.text.replace(/[\\`]|\$(?=\{)/g, '\\$&') } : part,
  )
  return `\`${dollarTemplate(escaped)}\``
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}

function variableOf(name: string): string {
  return isIdentifier(name) ? name : `key${codeTypeName(name)}`
}
