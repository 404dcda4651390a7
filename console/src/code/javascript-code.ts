/** A request for the AWS SDK for JavaScript, version 3. */
import { printLiteral, type LiteralStyle } from './literal.js'
import { membersOfRequest, type CodePlace, type CodeRequest } from './request.js'
import { ValueLiterals } from './value-literals.js'

const literals = new ValueLiterals({ name: nameOf, text: textOf, bytes: bytesOf, flag: String })
const style: LiteralStyle = { indent: '  ', columnsMax: 78, padded: true, trailing: true }

export function javascriptCode(request: CodeRequest, { endpoint, region }: CodePlace): string {
  const command = `${request.operation}Command`
  const entries = membersOfRequest(request).map(
    (member) => [`${member.name}: `, literals.member(member)] as const,
  )
  const input = printLiteral({ open: '{', close: '}', entries }, style)
  return [
    `import { DynamoDBClient, ${command} } from '@aws-sdk/client-dynamodb'`,
    '',
    `const client = new DynamoDBClient({ region: ${textOf(region)}, endpoint: ${textOf(endpoint)} })`,
    `const output = await client.send(new ${command}(${input}))`,
    'console.log(output)',
  ].join('\n')
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
