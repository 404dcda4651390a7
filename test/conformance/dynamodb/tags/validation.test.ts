/** Refused requests about tags, in the order of the service's checks. */
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError, type Refusal } from '../../../support/expect.js'
import { failure, failures, invalid, notNull } from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.untilActive(await client.createTable(partitionOnly()))
const arn = table['TableArn'] as string
const absent = arn.replace(/[^/]+$/, newTableName('absent'))
const Tags = [{ Key: 'a', Value: 'b' }]
const TagKeys = ['a']

const tooMany = 'Number of Tags exceed the current limit for the provided ResourceArn'
const badKey = (key: string): string => `The Tag Key provided is invalid, Key: ${key}`
const badValue = (value: string): string => `The Tag Value provided is invalid, Value: ${value}`
const reserved = (key: string): string => `Tag Key cannot be prefixed with aws:, Key: ${key}`
const long = (length: number): string => 'x'.repeat(length)
const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `k${n}`)
/** Tags whose keys and values have so many bytes together. */
function sized(bytes: number): readonly Json[] {
  const keys = numbered(45)
  const each = keys.map((Key) => ({ Key, Value: long(224) }))
  const short = bytes - each.reduce((sum, { Key, Value }) => sum + Key.length + Value.length, 0)
  return [...each, { Key: 'last', Value: long(short - 4) }]
}
const tooLarge = (bytes: number): string =>
  `Tag set size ${bytes} bytes is above max size limit of 10240 bytes`
const badCharacters = [...`,%"'()[]{}&*;?|\\<>~#!`, '😀', '\u0000', '\n']

function aboutArn(ResourceArn: string, sentence: string | RegExp, type?: string): Refusal {
  return [`the ARN ${ResourceArn}`, { ResourceArn }, sentence, type]
}

const stream = `${arn}/stream/2026-01-01T00:00:00.000`
const elsewhere = arn.replace(/^arn:aws:dynamodb:[^:]+/, 'arn:aws:dynamodb:mars-north-1')
const invalidArn = (text: string): string =>
  `Invalid TableArn: Invalid ResourceArn provided as input ${text}`
const common: readonly Refusal[] = [
  ['no ARN', { ResourceArn: null }, /Invalid TableArn|Value null at 'resourceArn'/],
  aboutArn('not-an-arn', invalid("ARNs must start with 'arn:': not-an-arn")),
  ...[`${arn}/backup/01489602797149-73d8d5bc`, 'arn:aws:s3:::bucket', 'arn:aws'].map((other) =>
    aboutArn(other, invalid(`Provided Arn is not a DynamoDB resource arn: ${other}`)),
  ),
  aboutArn(
    `${arn}/index/some`,
    invalid(
      `Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}/index/some`,
    ),
  ),
  aboutArn(elsewhere, invalidArn(elsewhere)),
  aboutArn(arn.replace(/:\d{12}:/, ':210987654321:'), 'Access is denied', 'AccessDeniedException'),
  ...[absent, stream].map((other) =>
    aboutArn(
      other,
      `Requested resource not found: ResourceArn: ${other} not found`,
      'ResourceNotFoundException',
    ),
  ),
]

describe('TagResource refuses', () => {
  const tagged = (Key: unknown, Value: unknown): Json => ({ Tags: [{ Key, Value }] })
  checkRefusals(client, 'TagResource', { ResourceArn: arn, Tags }, [
    ...common,
    ['no tags', { Tags: null }, failures(failure(null, 'tags', notNull))],
    ['an empty list', { Tags: [] }, 'Atleast one Tag needs to be provided as Input.'],
    ['a null tag', { Tags: [null] }, /./],
    ['no key', tagged(undefined, 'x'), badKey('null')],
    ['an empty key', tagged('', 'x'), badKey('')],
    ['a key of 129 characters', tagged(long(129), 'x'), badKey(long(129))],
    ['no value', tagged('a', undefined), badValue('null')],
    ['a value of 257 characters', tagged('a', long(257)), badValue(long(257))],
    ...['aws:a', 'AwS:a'].map((key): Refusal => [
      `the key ${key}`,
      tagged(key, 'x'),
      reserved(key),
    ]),
    ...badCharacters.flatMap((character): readonly Refusal[] => [
      [`${character} in a key`, tagged(`a${character}`, 'x'), badKey(`a${character}`)],
      [`${character} in a value`, tagged('a', character), badValue(character)],
    ]),
    [
      'a key twice',
      { Tags: [...Tags, ...Tags] },
      'Duplicate Tag Keys provided as input: Duplicate Tag Key found a',
    ],
    ['fifty-one tags', { Tags: numbered(51).map((Key) => ({ Key, Value: '' })) }, tooMany],
    ['a byte too much', { Tags: sized(10_241) }, tooLarge(10_241)],
  ])

  it('not ten kilobytes, to which nothing can be added', async () => {
    const full = await client.untilActive(await client.createTable(partitionOnly()))
    const ResourceArn = full['TableArn']
    await client.ask('TagResource', { ResourceArn, Tags: sized(10_240) })
    const more = client.call('TagResource', { ResourceArn, Tags: [{ Key: 'é', Value: '' }] })
    await expectError(more, 'ValidationException', tooLarge(10_242))
    await client.ask('TagResource', { ResourceArn, Tags: [{ Key: 'k0', Value: '' }] })
  })
})

describe('UntagResource refuses', () => {
  checkRefusals(client, 'UntagResource', { ResourceArn: arn, TagKeys }, [
    ...common,
    ['no keys', { TagKeys: null }, failures(failure(null, 'tagKeys', notNull))],
    ['an empty list', { TagKeys: [] }, 'Atleast one Tag Key needs to be provided as Input.'],
    ['a null key', { TagKeys: [null] }, /./],
    ['an empty key', { TagKeys: [''] }, badKey('')],
    ['a key of 129 characters', { TagKeys: [long(129)] }, badKey(long(129))],
    ['a reserved key', { TagKeys: ['aws:a'] }, reserved('aws:a')],
    ['fifty-one keys', { TagKeys: numbered(51) }, tooMany],
  ])
})

describe('ListTagsOfResource refuses', () => {
  checkRefusals(client, 'ListTagsOfResource', { ResourceArn: arn }, common)
})

describe('CreateTable refuses', () => {
  const base = { TableName: newTableName(), ...partitionOnly() }
  checkRefusals(client, 'CreateTable', base, [
    ['a tag with a bad key', { Tags: [{ Key: 'a#', Value: '' }] }, badKey('a#')],
    ['fifty-one tags', { Tags: numbered(51).map((Key) => ({ Key, Value: '' })) }, tooMany],
  ])
})
