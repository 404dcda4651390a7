/** Refused requests about tags, in the order of the service's checks. */
import { describe } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { failure, failures, notNull } from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.untilActive(await client.createTable(partitionOnly()))
const arn = table['TableArn'] as string
const absent = arn.replace(/[^/]+$/, newTableName('absent'))
const Tags = [{ Key: 'a', Value: 'b' }]
const TagKeys = ['a']

const common = (operation: string): readonly Refusal[] => [
  ['no ARN', { ResourceArn: null }, /Invalid TableArn|Value null at 'resourceArn'/],
  [
    'an ARN of a stream',
    { ResourceArn: `${arn}/stream/2026-01-01T00:00:00.000` },
    `Invalid TableArn: Invalid ResourceArn provided as input ${arn}/stream/2026-01-01T00:00:00.000`,
  ],
  [
    'an ARN of an index',
    { ResourceArn: `${arn}/index/some` },
    `Invalid TableArn: Invalid ResourceArn provided as input ${arn}/index/some`,
  ],
  [
    'a text that is not an ARN',
    { ResourceArn: 'not-an-arn' },
    // AWS: ValidationException and AccessDenied have both been seen.
    new RegExp(`not authorized to perform: dynamodb:${operation}`),
    'AccessDeniedException',
  ],
]

describe('TagResource refuses', () => {
  const long = (length: number): string => 'x'.repeat(length)
  const tagged = (Key: unknown, Value: unknown): Json => ({ Tags: [{ Key, Value }] })
  checkRefusals(client, 'TagResource', { ResourceArn: arn, Tags }, [
    ...common('TagResource'),
    ['no tags', { Tags: null }, failures(failure(null, 'tags', notNull))],
    ['an empty list', { Tags: [] }, 'Atleast one Tag needs to be provided as Input.'],
    [
      'a table that does not exist',
      { ResourceArn: absent },
      `Requested resource not found: ResourcArn: ${absent} not found`,
      'ResourceNotFoundException',
    ],
    // AWS: the sentences below are not known.
    ['an empty key', tagged('', 'x'), /./],
    ['a key of 129 characters', tagged(long(129), 'x'), /./],
    ['a value of 257 characters', tagged('a', long(257)), /./],
    ['a key that begins with aws:', tagged('aws:a', 'x'), /./],
    ['a key twice', { Tags: [...Tags, ...Tags] }, /./],
    [
      'fifty-one tags',
      { Tags: Array.from({ length: 51 }, (_, n) => ({ Key: `k${n}`, Value: '' })) },
      /./,
    ],
  ])
})

describe('UntagResource refuses', () => {
  checkRefusals(client, 'UntagResource', { ResourceArn: arn, TagKeys }, [
    ...common('UntagResource'),
    ['no keys', { TagKeys: null }, failures(failure(null, 'tagKeys', notNull))],
    ['an empty list', { TagKeys: [] }, 'Atleast one Tag Key needs to be provided as Input.'],
    [
      'a table that does not exist',
      { ResourceArn: absent },
      'Requested resource not found',
      'ResourceNotFoundException',
    ],
  ])
})

describe('ListTagsOfResource refuses', () => {
  checkRefusals(client, 'ListTagsOfResource', { ResourceArn: arn }, [
    ...common('ListTagsOfResource'),
    [
      'a table that does not exist',
      { ResourceArn: absent },
      /not authorized to perform: dynamodb:ListTagsOfResource on resource/,
      'AccessDeniedException',
    ],
    [
      'a table of another account',
      { ResourceArn: arn.replace(/:\d{12}:/, ':210987654321:') },
      /not authorized to perform: dynamodb:ListTagsOfResource on resource/,
      'AccessDeniedException',
    ],
  ])
})
