/** A request for boto3. */
import { printLiteral, type LiteralStyle } from './literal.js'
import { hasBinary, membersOfRequest, type CodePlace, type CodeRequest } from './request.js'
import { ValueLiterals } from './value-literals.js'

const literals = new ValueLiterals({
  name: textOf,
  text: textOf,
  bytes: bytesOf,
  flag: booleanOf,
})
const style: LiteralStyle = { indent: '    ', columnsMax: 78, padded: false, trailing: true }

export function pythonCode(request: CodeRequest, { endpoint, region }: CodePlace): string {
  const call = `output = client.${snake(request.operation)}`
  const entries = membersOfRequest(request).map(
    (member) => [`${member.name}=`, literals.member(member)] as const,
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
