/**
 * Tables as the console prints them, given to the tools they are printed for: what the AWS CLI and Terraform make of
 * the text is described and printed again, and must be the same.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { tableCli } from '../../console/src/code/table-cli.js'
import { settingsOfTable, type TableSettings } from '../../console/src/code/table-settings.js'
import { terraformOf } from '../../console/src/code/terraform.js'
import { exampleShop } from '../../console/src/modelling/example-shop.js'
import { connectSnippets } from '../../console/src/pages/first-run/connect-snippets.js'
import { everyModelExport } from '../../console/src/pages/models/table-exports.js'
import type { TerraformProgram } from '../../scripts/test-clients/find-terraform.js'
import { clientCredentials, clientEnvironment, type ClientTarget } from './client-environment.js'
import type { Tally } from './tally.js'

const region = 'eu-central-1'
const commandDurationMsMax = 300_000
const run = promisify(execFile)

/** What every tool here can say, with characters that shells and Terraform read differently. */
const common: TableSettings = {
  create: {
    TableName: 'printed.Orders-1',
    AttributeDefinitions: ["it's", '$HOME "x"', '${y}', 'z', 'created'].map(attribute),
    KeySchema: [
      { AttributeName: "it's", KeyType: 'HASH' },
      { AttributeName: 'created', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'Local',
        KeySchema: [
          { AttributeName: "it's", KeyType: 'HASH' },
          { AttributeName: '$HOME "x"', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['%{n}', 'm\\n'] },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'Global',
        KeySchema: [
          { AttributeName: '${y}', KeyType: 'HASH' },
          { AttributeName: 'z', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    OnDemandThroughput: { MaxReadRequestUnits: 100, MaxWriteRequestUnits: 50 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' },
    TableClass: 'STANDARD_INFREQUENT_ACCESS',
    Tags: [{ Key: 'raw', Value: 'a+b =' }],
  },
  ttlAttribute: "expires '$at'",
  recovery: { days: 7 },
  kinesis: [],
  leftOut: [],
}

/** What the provider of this machine may be too old for. */
const recent: TableSettings = {
  ...common,
  create: {
    ...common.create,
    TableName: 'printed-recent',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'Wide',
        KeySchema: [
          { AttributeName: '${y}', KeyType: 'HASH' },
          { AttributeName: 'z', KeyType: 'HASH' },
          { AttributeName: 'created', KeyType: 'RANGE' },
          { AttributeName: '$HOME "x"', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
        OnDemandThroughput: { MaxReadRequestUnits: 7 },
        WarmThroughput: { ReadUnitsPerSecond: 13_000, WriteUnitsPerSecond: 4_000 },
      },
    ],
    WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 5_000 },
  },
}

const provisioned: TableSettings = {
  create: {
    TableName: '1-provisioned',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: 3, WriteCapacityUnits: 4 },
  },
  ttlAttribute: undefined,
  recovery: undefined,
  kinesis: [],
  leftOut: [],
}

export const printedTables: readonly TableSettings[] = [common, recent, provisioned]

export async function testPrintedCommands(target: ClientTarget, tally: Tally): Promise<void> {
  const env = await clientEnvironment(target)
  for (const settings of printedTables) {
    await tally.check(`aws-cli: ${settings.create.TableName} from printed commands`, async () => {
      const script = tableCli(settings, { endpoint: target.url, region })
      await run('sh', ['-ec', script], { env, timeout: commandDurationMsMax })
      await requireMade(target, settings)
    })
  }
}

export async function testPrintedTerraform(
  { program, plugins }: TerraformProgram,
  target: ClientTarget,
  tally: Tally,
): Promise<void> {
  const folder = join(target.folder, 'printed-terraform')
  await mkdir(folder)
  const own = {
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    TF_CLI_CONFIG_FILE: '',
  }
  const options = { cwd: folder, env: { ...(await clientEnvironment(target)), ...own } }
  const terraform = (...args: readonly string[]) =>
    run(program, args, { ...options, timeout: commandDurationMsMax })
  await tally.check('terraform: tables from printed configuration', async () => {
    const texts = [common, provisioned].map(terraformOf)
    await writeFile(join(folder, 'main.tf'), [providerOf(target.url), ...texts].join('\n'))
    await terraform('init', '-no-color', `-plugin-dir=${plugins}`)
    await terraform('fmt', '-no-color', '-check')
    await terraform('apply', '-no-color', '-auto-approve')
    await requireMade(target, common)
    await requireMade(target, provisioned)
  })
  await tally.check('terraform: a model, and the snippet to connect', async () => {
    const model = everyModelExport.find(({ id }) => id === 'terraform')!
    const place = { endpoint: target.url, region, auth: 'open' } as const
    const provider = connectSnippets(place).find(({ name }) => name === 'Terraform')!
    const texts = [provider.text, model.textOf(exampleShop('Nov 16, 2026, 01:00 PM'))]
    await writeFile(join(folder, 'main.tf'), texts.join('\n\n'))
    await terraform('fmt', '-no-color', '-check')
    await terraform('validate', '-no-color')
  })
}

function providerOf(url: string): string {
  return `terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

provider "aws" {
  region                      = "${region}"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true

  endpoints {
    dynamodb = "${url}"
    sts      = "${url}"
  }
}
`
}

/** That the table has these settings and no others; it is deleted then. */
async function requireMade({ url }: ClientTarget, settings: TableSettings): Promise<void> {
  const database = new DynamoDB({ endpoint: url, region, credentials: clientCredentials })
  const { TableName } = settings.create
  try {
    const { Table } = await database.describeTable({ TableName })
    const [timeToLive, backups, tags] = await Promise.all([
      database.describeTimeToLive({ TableName }),
      database.describeContinuousBackups({ TableName }),
      database.listTagsOfResource({ ResourceArn: Table!.TableArn! }),
    ])
    const found = settingsOfTable({
      description: Table as object,
      timeToLive: timeToLive.TimeToLiveDescription,
      continuousBackups: backups.ContinuousBackupsDescription as never,
      tags: tags.Tags as never,
    })
    assert.deepEqual(comparable(found), comparable(settings))
    await database.deleteTable({ TableName })
  } finally {
    database.destroy()
  }
}

/** Definitions and projected attributes have no order. */
function comparable({ create, ...others }: TableSettings): object {
  const { AttributeDefinitions = [], LocalSecondaryIndexes = [], ...rest } = create
  return {
    ...others,
    ...rest,
    definitions: new Set(AttributeDefinitions.map((each) => JSON.stringify(each))),
    local: LocalSecondaryIndexes.map(({ Projection, ...index }) => ({
      ...index,
      projected: Projection.NonKeyAttributes?.toSorted(),
    })),
  }
}

function attribute(AttributeName: string) {
  return { AttributeName, AttributeType: 'S' } as const
}
