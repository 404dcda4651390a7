/**
 * A table as a CloudFormation template with one AWS::DynamoDB::Table. Its properties are those of CreateTable
 * but for a few: what other calls set comes with it, and encryption and streams are named differently.
 */
import type { CreateTableInput } from '../api/generated/dynamodb-types.js'
import type { TableSettings } from './table-settings.js'
import { withoutVectors } from './without-vectors.js'
import { printYaml, type PlainData } from './yaml.js'

export type Template = { readonly [member: string]: PlainData }

export function cloudFormationJson(settings: TableSettings): string {
  return JSON.stringify(templateOf(settings), null, 2)
}

export function cloudFormationYaml(settings: TableSettings): string {
  const notes = notInTemplate(settings).map((part) => `# Not in this template: ${part}.\n`)
  return `${notes.join('')}${printYaml(templateOf(settings))}\n`
}

/** AWS: a table of CloudFormation sends to one Kinesis stream. */
export function notInTemplate(settings: TableSettings): readonly string[] {
  const { leftOut = [], kinesis = [] } = withoutVectors(settings)
  return [...leftOut, ...kinesis.slice(1).map(({ streamArn }) => `the Kinesis stream ${streamArn}`)]
}

export function templateOf(settings: TableSettings): Template {
  const resource = {
    Type: 'AWS::DynamoDB::Table',
    Properties: propertiesOf(withoutVectors(settings)),
  }
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: { [logicalId(settings.create.TableName)]: resource },
  }
}

function propertiesOf(settings: TableSettings): Template {
  const { StreamSpecification, SSESpecification, ResourcePolicy, ...same } = settings.create
  return present({
    ...(same as object as Template),
    StreamSpecification: streamOf(StreamSpecification),
    SSESpecification: encryptionOf(SSESpecification),
    TimeToLiveSpecification:
      settings.ttlAttribute === undefined
        ? undefined
        : { AttributeName: settings.ttlAttribute, Enabled: true },
    PointInTimeRecoverySpecification:
      settings.recovery === undefined
        ? undefined
        : present({
            PointInTimeRecoveryEnabled: true,
            RecoveryPeriodInDays: settings.recovery.days,
          }),
    KinesisStreamSpecification: kinesisOf(settings),
    ResourcePolicy: policyOf(ResourcePolicy),
  })
}

function streamOf(stream: CreateTableInput['StreamSpecification']): Template | undefined {
  if (stream?.StreamEnabled !== true || stream.StreamViewType === undefined) return undefined
  return { StreamViewType: stream.StreamViewType }
}

function encryptionOf(encryption: CreateTableInput['SSESpecification']): Template | undefined {
  if (encryption === undefined) return undefined
  const { Enabled = false, SSEType, KMSMasterKeyId } = encryption
  return present({ SSEEnabled: Enabled, SSEType, KMSMasterKeyId })
}

function kinesisOf({ kinesis = [] }: TableSettings): Template | undefined {
  const [first] = kinesis
  if (first === undefined) return undefined
  return present({
    StreamArn: first.streamArn,
    ApproximateCreationDateTimePrecision: first.precision,
  })
}

/** A policy is text on the wire and an object in a template; while it is being typed it may be neither. */
function policyOf(policy: string | undefined): Template | undefined {
  if (policy === undefined) return undefined
  try {
    return { PolicyDocument: JSON.parse(policy) as PlainData }
  } catch {
    return { PolicyDocument: policy }
  }
}

/** Letters and digits only. */
function logicalId(tableName: string): string {
  const words = tableName.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return /table$/i.test(name) ? name : `${name}Table`
}

function present(members: Readonly<Record<string, PlainData | undefined>>): Template {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Template
}
