/** DynamoDB JSON, `{"pk": {"S": "…"}}`: the form that says everything about an item. */
import { valueTypes, type AttributeValue, type Item, type ValueType } from './attribute-value.js'
import { isBase64 } from './base64.js'
import { JsonTextError, readJson, type JsonNode, type TextFault } from './read-json.js'

export type ReadItem = { readonly item: Item } | { readonly faults: readonly TextFault[] }

export function printDynamoJson(value: Item | AttributeValue, indent = 2): string {
  return JSON.stringify(value, undefined, indent)
}

export function readDynamoJson(text: string): ReadItem {
  try {
    const faults: TextFault[] = []
    const item = itemOf(readJson(text), faults)
    return faults.length === 0 ? { item } : { faults }
  } catch (error) {
    if (error instanceof JsonTextError) return { faults: [error.fault] }
    throw error
  }
}

function itemOf(node: JsonNode, faults: TextFault[]): Item {
  if (node.kind !== 'object') {
    faults.push(faultAt(node, 'Expected attributes: { "name": { "S": "value" } }'))
    return {}
  }
  return Object.fromEntries(node.members.map(({ name, value }) => [name, valueOf(value, faults)]))
}

function valueOf(node: JsonNode, faults: TextFault[]): AttributeValue {
  const member = node.kind === 'object' && node.members.length === 1 ? node.members[0]! : undefined
  if (member === undefined) {
    return refused(node, faults, 'Expected a value with its type, such as { "S": "text" }')
  }
  if (!(valueTypes as readonly string[]).includes(member.name)) {
    return refused(
      { ...member.value, ...member.nameSpan },
      faults,
      `${JSON.stringify(member.name)} is not a type: use ${valueTypes.join(', ')}`,
    )
  }
  return typed(member.name as ValueType, member.value, faults)
}

function typed(type: ValueType, node: JsonNode, faults: TextFault[]): AttributeValue {
  switch (type) {
    case 'S':
    case 'N':
      return { [type]: textOf(node, faults, type) } as AttributeValue
    case 'B':
      return { B: base64Of(node, faults) }
    case 'SS':
    case 'NS':
      return { [type]: elementsOf(node, faults).map((each) => textOf(each, faults, type)) } as never
    case 'BS':
      return { BS: elementsOf(node, faults).map((each) => base64Of(each, faults)) }
    case 'BOOL':
    case 'NULL':
      if (node.kind === 'boolean') return { [type]: node.value } as AttributeValue
      return refused(node, faults, `${type} is true or false`)
    case 'L':
      return { L: elementsOf(node, faults).map((element) => valueOf(element, faults)) }
    case 'M':
      return { M: itemOf(node, faults) }
  }
}

function textOf(node: JsonNode, faults: TextFault[], type: ValueType): string {
  if (node.kind === 'string') return node.text
  const hint = type.startsWith('N') ? 'a number in double quotes' : 'a text in double quotes'
  faults.push(faultAt(node, `Expected ${hint}`))
  return ''
}

function base64Of(node: JsonNode, faults: TextFault[]): string {
  if (node.kind === 'string' && isBase64(node.text)) return node.text
  faults.push(faultAt(node, 'Expected base64 in double quotes'))
  return ''
}

function elementsOf(node: JsonNode, faults: TextFault[]): readonly JsonNode[] {
  if (node.kind === 'array') return node.elements
  faults.push(faultAt(node, 'Expected a list: [ … ]'))
  return []
}

function refused(node: JsonNode, faults: TextFault[], message: string): AttributeValue {
  faults.push(faultAt(node, message))
  return { NULL: true }
}

function faultAt({ start, end }: JsonNode, message: string): TextFault {
  return { message, start, end }
}
