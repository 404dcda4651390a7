/** A request for the AWS SDK for JavaScript, version 3. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { printLiteral, type Literal, type LiteralStyle } from './literal.js'
import { membersOfRequest, type CodePlace, type CodeRequest, type Member } from './request.js'

const style: LiteralStyle = { indent: '  ', columnsMax: 78, padded: true, trailing: true }

export function javascriptCode(request: CodeRequest, { endpoint, region }: CodePlace): string {
  const command = `${request.operation}Command`
  const input = printLiteral(mapOf(membersOfRequest(request).map(memberEntry)), style)
  return [
    `import { DynamoDBClient, ${command} } from '@aws-sdk/client-dynamodb'`,
    '',
    `const client = new DynamoDBClient({ region: ${textOf(region)}, endpoint: ${textOf(endpoint)} })`,
    `const output = await client.send(new ${command}(${input}))`,
    'console.log(output)',
  ].join('\n')
}

type Entry = Literal['entries'][number]

function mapOf(entries: readonly Entry[]): Literal {
  return { open: '{', close: '}', entries }
}

function listOf(entries: readonly (Literal | string)[]): Literal {
  return { open: '[', close: ']', entries: entries.map((entry) => ['', entry]) }
}

function memberEntry(member: Member): Entry {
  return [`${member.name}: `, memberValue(member)]
}

function memberValue(member: Member): Literal | string {
  switch (member.kind) {
    case 'count':
      return String(member.count)
    case 'flag':
      return String(member.flag)
    case 'names':
      return mapOf(
        Object.entries(member.names).map(([name, text]) => [`${nameOf(name)}: `, textOf(text)]),
      )
    case 'item':
      return itemOf(member.item)
    default:
      return textOf(member.text)
  }
}

function itemOf(item: Item): Literal {
  return mapOf(Object.entries(item).map(([name, value]) => [`${nameOf(name)}: `, valueOf(value)]))
}

function valueOf(value: AttributeValue): Literal {
  const [type, inner] = Object.entries(value)[0] as [string, unknown]
  return mapOf([[`${type}: `, innerOf(type, inner)]])
}

function innerOf(type: string, inner: unknown): Literal | string {
  switch (type) {
    case 'M':
      return itemOf(inner as Item)
    case 'L':
      return listOf((inner as readonly AttributeValue[]).map(valueOf))
    case 'B':
      return bytesOf(inner as string)
    case 'BS':
      return listOf((inner as readonly string[]).map(bytesOf))
    case 'SS':
    case 'NS':
      return listOf((inner as readonly string[]).map(textOf))
    case 'NULL':
    case 'BOOL':
      return String(inner)
    default:
      return textOf(inner as string)
  }
}

function bytesOf(base64: string): string {
  return `Buffer.from(${textOf(base64)}, 'base64')`
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : keyOf(name)
}

/** `'__proto__': x` would set the prototype; a computed name does not. */
function keyOf(name: string): string {
  return name === '__proto__' ? `['__proto__']` : textOf(name)
}

/** JSON escapes what needs it; single quotes are the custom. */
function textOf(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}
