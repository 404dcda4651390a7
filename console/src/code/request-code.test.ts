import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cliCode, shellWord } from './cli-code.js'
import { javascriptCode } from './javascript-code.js'
import { partiqlCode } from './partiql-code.js'
import { pythonCode } from './python-code.js'
import type { CodeRequest } from './request.js'
import { requestCodes } from './request-code.js'

const place = { endpoint: 'http://127.0.0.1:8000', region: 'eu-west-1' }

describe('words of a shell', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Music', 'Music'],
    ['a b', `'a b'`],
    ["it's", `'it'\\''s'`],
    ['$x', `'$x'`],
    ['', `''`],
  ]
  for (const [text, word] of rows) it(text, () => assert.equal(shellWord(text), word))
})

describe('a request as code', () => {
  const query: CodeRequest = {
    operation: 'Query',
    input: {
      TableName: 'Music',
      IndexName: 'ByYear',
      KeyConditionExpression: '#n0 = :v0',
      ExpressionAttributeNames: { '#n0': 'Year' },
      ExpressionAttributeValues: { ':v0': { N: '12345678901234567890123456789012345678' } },
      ScanIndexForward: false,
      Limit: 5,
    },
  }

  it('names the options of the CLI', () => {
    assert.equal(
      cliCode(query, place),
      [
        'aws dynamodb query',
        '--table-name Music',
        '--index-name ByYear',
        `--key-condition-expression '#n0 = :v0'`,
        `--expression-attribute-names '{"#n0":"Year"}'`,
        `--expression-attribute-values '{":v0":{"N":"12345678901234567890123456789012345678"}}'`,
        '--no-scan-index-forward',
        '--limit 5',
        '--region eu-west-1',
        '--endpoint-url http://127.0.0.1:8000',
      ].join(' \\\n  '),
    )
  })
  it('has a form of a search for vectors in every language but PartiQL', () => {
    const search: CodeRequest = {
      operation: 'SearchVectors',
      input: {
        TableName: 'Music',
        IndexName: 'Near',
        SearchVector: [{ N: '0.10' }, { N: '-2' }],
        TopK: 5,
      },
    }
    const codes = new Map(requestCodes(search, place).map(({ id, code }) => [id, code]))
    assert.deepEqual([...codes.keys()], ['json', 'cli', 'javascript', 'python', 'go', 'curl'])
    assert.match(
      codes.get('cli')!,
      /search-vectors[^]*--search-vector '\[{"N":"0.10"},{"N":"-2"}\]' \\\n {2}--top-k 5/,
    )
    assert.match(codes.get('javascript')!, /SearchVector: \[ { N: '0.10' }, { N: '-2' } \]/)
    assert.match(
      codes.get('python')!,
      /client\.search_vectors\([^]*SearchVector=\[{"N": "0.10"}, {"N": "-2"}\]/,
    )
    assert.match(codes.get('go')!, /SearchVector: \[\]types\.AttributeValue{\s+&types/)
    assert.match(codes.get('go')!, /dynamodb\/types"/)
    assert.match(codes.get('curl')!, /DynamoDB_20120810\.SearchVectors/)
  })

  it('writes bytes as bytes', () => {
    const put: CodeRequest = {
      operation: 'PutItem',
      input: { TableName: 'T', Item: { pk: { B: 'AAE=' }, __proto__x: { NULL: true } } },
    }
    assert.match(javascriptCode(put, place), /B: Buffer\.from\('AAE=', 'base64'\)/)
    assert.match(pythonCode(put, place), /"B": b64decode\("AAE="\)/)
    assert.match(pythonCode(put, place), /"NULL": True/)
    assert.equal(partiqlCode(put), undefined)
  })
  it('offers every language once', () => {
    const ids = requestCodes(query, place).map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)])
    assert.ok(ids.includes('partiql'))
  })
})

describe('a request as PartiQL', () => {
  const names = { '#n0': 'pk', '#n1': 'say "x"', '#n2': 'c' }
  const values = { ':v0': { S: "it's" }, ':v1': { N: '1' }, ':v2': { SS: ['a', 'b'] } }
  const rest = {
    TableName: 'T',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  }
  const check = (request: CodeRequest, expected: string | undefined): void => {
    it(expected?.replaceAll('\n', ' ') ?? 'none', () => {
      assert.equal(partiqlCode(request), expected)
    })
  }
  const scan = (filter: string) =>
    ({ operation: 'Scan', input: { ...rest, FilterExpression: filter } }) as const
  const update = (expression: string) =>
    ({
      operation: 'UpdateItem',
      input: { ...rest, Key: { pk: { S: 'x' } }, UpdateExpression: expression },
    }) as const

  check({ operation: 'Scan', input: { TableName: 'T' } }, 'SELECT *\nFROM "T"')
  check(
    {
      operation: 'Query',
      input: {
        ...rest,
        IndexName: 'I',
        KeyConditionExpression: '#n0 = :v0 AND begins_with(#n1, :v0)',
        FilterExpression: '#n2 IN (:v1, :v0)',
        ProjectionExpression: '#n0, #n2[0].#n0',
      },
    },
    `SELECT "pk", "c"[0]."pk"\nFROM "T"."I"\nWHERE "pk" = 'it''s' AND begins_with("say ""x""", 'it''s') AND "c" IN [1, 'it''s']`,
  )
  check(
    scan('attribute_exists(#n2) AND NOT contains(#n0, :v0) AND size(#n0) > :v1'),
    `SELECT *\nFROM "T"\nWHERE "c" IS NOT MISSING AND NOT contains("pk", 'it''s') AND size("pk") > 1`,
  )
  check(scan('#n0 BETWEEN :v0 AND :v1'), `SELECT *\nFROM "T"\nWHERE "pk" BETWEEN 'it''s' AND 1`)
  check(
    update('SET #n2 = :v2, #n1 = #n1 + :v1 REMOVE #n0'),
    `UPDATE "T"\nSET "c" = <<'a', 'b'>>\nSET "say ""x""" = "say ""x""" + 1\nREMOVE "pk"\nWHERE "pk" = 'x'`,
  )
  check(update('ADD #n2 :v1'), undefined)
  check(update('SET #n2 = if_not_exists(#n2, :v1)'), undefined)
  check({ operation: 'PutItem', input: { TableName: 'T', Item: { pk: { S: 'x' } } } }, undefined)
  check(
    {
      operation: 'PutItem',
      input: {
        TableName: 'T',
        Item: { pk: { S: 'x' }, m: { M: { a: { L: [{ NULL: true }, { BOOL: false }] } } } },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    `INSERT INTO "T"\nVALUE {'pk': 'x', 'm': {'a': [NULL, false]}}`,
  )
})
