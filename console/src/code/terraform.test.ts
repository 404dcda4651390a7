import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hclText } from './hcl.js'
import { terraformLabel, terraformOf } from './terraform.js'

describe('a table as Terraform', () => {
  it('has blocks for attributes, indexes and settings', () => {
    const text = terraformOf({
      create: {
        TableName: 'Music',
        AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
        Tags: [
          { Key: 'team', Value: 'music' },
          { Key: 'cost center', Value: '${7}' },
        ],
      },
      ttlAttribute: 'expires',
    })
    assert.equal(
      text,
      `resource "aws_dynamodb_table" "Music" {
  name           = "Music"
  billing_mode   = "PROVISIONED"
  hash_key       = "Artist"
  read_capacity  = 5
  write_capacity = 6
  tags = {
    team          = "music"
    "cost center" = "$\${7}"
  }

  attribute {
    name = "Artist"
    type = "S"
  }

  ttl {
    attribute_name = "expires"
    enabled        = true
  }
}
`,
    )
  })

  it('has one block for each attribute of a wide key, and says since when', () => {
    const text = terraformOf({
      create: {
        TableName: 'T',
        GlobalSecondaryIndexes: [
          {
            IndexName: 'Wide',
            KeySchema: [
              { AttributeName: 'a', KeyType: 'HASH' },
              { AttributeName: 'b', KeyType: 'HASH' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      },
    })
    assert.match(text, /^# key_schema: since version 6 of the AWS provider\.\n/)
    assert.equal(text.match(/key_schema \{\n {6}attribute_name = /g)?.length, 2)
    assert.doesNotMatch(text, /hash_key/)
  })

  const checkText = (text: string, expected: string): void => {
    it(`writes ${JSON.stringify(text)}`, () => assert.equal(hclText(text), expected))
  }
  checkText('a "b" \\b', '"a \\"b\\" \\\\b"')
  checkText('${x} %{y} $5 {', '"$${x} %%{y} $5 {"')
  checkText('\u0001\n\t', '"\\u0001\\n\\t"')
  checkText('Zénobe 𝄞', '"Zénobe 𝄞"')

  const checkLabel = (name: string, expected: string): void => {
    it(`labels ${name}`, () => assert.equal(terraformLabel(name), expected))
  }
  checkLabel('Music', 'Music')
  checkLabel('app.orders-1', 'app_orders-1')
  checkLabel('1st', 'table_1st')
})
