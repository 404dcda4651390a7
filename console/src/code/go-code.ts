/** A request for the AWS SDK for Go, version 2. */
import type { AttributeValue, Item } from '../values/attribute-value.js'
import { printLiteral, type Literal, type LiteralStyle } from './literal.js'
import {
  hasBinary,
  membersOfRequest,
  type CodePlace,
  type CodeRequest,
  type Member,
} from './request.js'

const style: LiteralStyle = { indent: '\t', columnsMax: 90, padded: false, trailing: true }

export function goCode(request: CodeRequest, { endpoint, region }: CodePlace): string {
  const entries = membersOfRequest(request).map(
    (member) => [`${member.name}: `, memberValue(member)] as const,
  )
  const input = printLiteral(
    { open: `&dynamodb.${request.operation}Input{`, close: '}', entries },
    style,
    1,
  )
  const bytes = hasBinary(request) ? [decoder] : []
  return [
    'package main',
    '',
    importsOf(request),
    '',
    'func main() {',
    '\tctx := context.Background()',
    `\tcfg, err := config.LoadDefaultConfig(ctx, config.WithRegion(${textOf(region)}))`,
    '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
    '\tclient := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {',
    `\t\to.BaseEndpoint = aws.String(${textOf(endpoint)})`,
    '\t})',
    `\toutput, err := client.${request.operation}(ctx, ${input})`,
    '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
    '\tfmt.Printf("%+v\\n", output)',
    '}',
    ...bytes,
  ].join('\n')
}

const decoder = `
func decode(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		log.Fatal(err)
	}
	return bytes
}`

function importsOf(request: CodeRequest): string {
  const kinds = membersOfRequest(request).map(({ kind }) => kind)
  const usesTypes = kinds.some((kind) => ['item', 'list', 'choice'].includes(kind))
  const lines = [
    '"context"',
    ...(hasBinary(request) ? ['"encoding/base64"'] : []),
    '"fmt"',
    '"log"',
    '',
    '"github.com/aws/aws-sdk-go-v2/aws"',
    '"github.com/aws/aws-sdk-go-v2/config"',
    '"github.com/aws/aws-sdk-go-v2/service/dynamodb"',
    ...(usesTypes ? ['"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"'] : []),
  ]
  return `import (\n${lines.map((line) => (line === '' ? '' : `\t${line}`)).join('\n')}\n)`
}

function memberValue(member: Member): Literal | string {
  switch (member.kind) {
    case 'count':
      return `aws.Int32(${member.count})`
    case 'flag':
      return `aws.Bool(${member.flag})`
    case 'text':
      return `aws.String(${textOf(member.text)})`
    case 'choice':
      return `types.${member.name === 'Select' ? 'Select' : typeOfChoice(member.name)}(${textOf(member.text)})`
    case 'names':
      return {
        open: 'map[string]string{',
        close: '}',
        entries: Object.entries(member.names).map(([name, text]) => [
          `${textOf(name)}: `,
          textOf(text),
        ]),
      }
    case 'item':
      return itemOf(member.item)
    case 'list':
      return sliceOf('types.AttributeValue', member.values.map(valueOf))
  }
}

/** The parameter and its type differ in one case only. */
function typeOfChoice(name: string): string {
  return name === 'ReturnValues' ? 'ReturnValue' : name
}

function itemOf(item: Item): Literal {
  return {
    open: 'map[string]types.AttributeValue{',
    close: '}',
    entries: Object.entries(item).map(([name, value]) => [`${textOf(name)}: `, valueOf(value)]),
  }
}

function valueOf(value: AttributeValue): Literal {
  const [type, inner] = Object.entries(value)[0] as [string, unknown]
  return {
    open: `&types.AttributeValueMember${type}{`,
    close: '}',
    entries: [['Value: ', innerOf(type, inner)]],
  }
}

function innerOf(type: string, inner: unknown): Literal | string {
  switch (type) {
    case 'M':
      return itemOf(inner as Item)
    case 'L':
      return sliceOf('types.AttributeValue', (inner as readonly AttributeValue[]).map(valueOf))
    case 'B':
      return `decode(${textOf(inner as string)})`
    case 'BS':
      return sliceOf(
        '[]byte',
        (inner as readonly string[]).map((text) => `decode(${textOf(text)})`),
      )
    case 'SS':
    case 'NS':
      return sliceOf('string', (inner as readonly string[]).map(textOf))
    case 'NULL':
    case 'BOOL':
      return String(inner)
    default:
      return textOf(inner as string)
  }
}

function sliceOf(type: string, entries: readonly (Literal | string)[]): Literal {
  return { open: `[]${type}{`, close: '}', entries: entries.map((entry) => ['', entry]) }
}

/** JSON's escapes are Go's, except `\/`, which JSON.stringify does not write. */
function textOf(text: string): string {
  return JSON.stringify(text)
}
