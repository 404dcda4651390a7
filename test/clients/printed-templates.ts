/** CloudFormation as the console prints it for tables and for models, judged by cfn-lint. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cloudFormationJson, cloudFormationYaml } from '../../console/src/code/cloudformation.js'
import type { TableSettings } from '../../console/src/code/table-settings.js'
import { exampleShop } from '../../console/src/modelling/example-shop.js'
import { everyModelExport } from '../../console/src/pages/models/table-exports.js'
import { printedTables } from './table-code.js'
import type { Tally } from './tally.js'

const run = promisify(execFile)
const arn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/printed-everything'

/** What other calls than CreateTable set. */
const everything: TableSettings = {
  ...printedTables[1]!,
  create: {
    ...printedTables[1]!.create,
    TableName: 'printed-everything',
    DeletionProtectionEnabled: true,
    SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/aws/dynamodb' },
    ResourcePolicy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: '000000000000' },
          Action: 'dynamodb:GetItem',
          Resource: arn,
        },
      ],
    }),
  },
  kinesis: [
    { streamArn: 'arn:aws:kinesis:eu-central-1:000000000000:stream/a', precision: 'MICROSECOND' },
  ],
}

export async function testPrintedTemplates(
  cfnLint: string,
  folder: string,
  tally: Tally,
): Promise<void> {
  const templates = join(folder, 'printed-templates')
  await mkdir(templates)
  const model = everyModelExport.find(({ id }) => id === 'cloudformation')!
  const texts: readonly (readonly [file: string, text: string])[] = [
    ...[...printedTables, everything].flatMap((settings, i) => [
      [`table-${i}.json`, cloudFormationJson(settings)] as const,
      [`table-${i}.yaml`, cloudFormationYaml(settings)] as const,
    ]),
    ['model.json', model.textOf(exampleShop('Nov 16, 2026, 01:00 PM'))],
  ]
  for (const [file, text] of texts) await writeFile(join(templates, file), text)
  await tally.check('cfn-lint: templates of tables and of a model', async () => {
    const files = texts.map(([file]) => join(templates, file))
    // It fails with warnings as well, and prints them where errors are not looked for.
    await run(cfnLint, ['--regions', 'eu-central-1', '--', ...files]).catch((error: unknown) => {
      throw new Error((error as { readonly stdout: string }).stdout)
    })
  })
}
