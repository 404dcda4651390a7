/** A request for boto3. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { printLiteral, type Literal, type LiteralStyle } from './literal.js'
import {
  hasBinary,
  membersOfRequest,
  type CodePlace,
  type CodeRequest,
  type Member,
} from './request.js'

const style: LiteralStyle = { indent: '    ', columnsMax: 78, padded: false, trailing: true }

export function pythonCode(request: CodeRequest, { endpoint, region }: CodePlace): string {
  const call = `output = client.${snake(request.operation)}`
  const entries = membersOfRequest(request).map(
    (member) => [`${member.name}=`, memberValue(member)] as const,
  )
  return [
    ...(hasBinary(request) ? ['from base64 import b64decode', ''] : []),
    'import boto3',
    '',
    `client = boto3.client("dynamodb", region_name=${textOf(region)}, endpoint_url=${textOf(endpoint)})`,
    printLiteral({ open: `${call}(`, close: ')', entries }, style),
    'print(output)',
  ].join('\n')
}

function snake(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

function mapOf(entries: readonly (readonly [string, Literal | string])[]): Literal {
  return {
    open: '{',
    close: '}',
    entries: entries.map(([name, value]) => [`${textOf(name)}: `, value]),
  }
}

function listOf(entries: readonly (Literal | string)[]): Literal {
  return { open: '[', close: ']', entries: entries.map((entry) => ['', entry]) }
}

function memberValue(member: Member): Literal | string {
  switch (member.kind) {
    case 'count':
      return String(member.count)
    case 'flag':
      return booleanOf(member.flag)
    case 'names':
      return mapOf(Object.entries(member.names).map(([name, text]) => [name, textOf(text)]))
    case 'item':
      return itemOf(member.item)
    default:
      return textOf(member.text)
  }
}

function itemOf(item: Item): Literal {
  return mapOf(Object.entries(item).map(([name, value]) => [name, valueOf(value)]))
}

function valueOf(value: AttributeValue): Literal {
  const [type, inner] = Object.entries(value)[0] as [string, unknown]
  return mapOf([[type, innerOf(type, inner)]])
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
      return booleanOf(inner as boolean)
    default:
      return textOf(inner as string)
  }
}

function booleanOf(flag: boolean): string {
  return flag ? 'True' : 'False'
}

function bytesOf(base64: string): string {
  return `b64decode(${textOf(base64)})`
}

/** JSON's escapes are Python's, for all characters that JSON escapes. */
function textOf(text: string): string {
  return JSON.stringify(text)
}
