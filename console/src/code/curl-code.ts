/** A request as a command of curl, which signs with the keys of the environment. */
import { shellWord } from './cli-code.js'
import type { CodePlace, CodeRequest } from './request.js'

export function curlCode(
  { operation, input }: CodeRequest,
  { endpoint, region }: CodePlace,
): string {
  return [
    `curl ${shellWord(endpoint)}`,
    `--aws-sigv4 ${shellWord(`aws:amz:${region}:dynamodb`)}`,
    '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"',
    "--header 'Content-Type: application/x-amz-json-1.0'",
    `--header 'X-Amz-Target: DynamoDB_20120810.${operation}'`,
    `--data-binary ${shellWord(JSON.stringify(input))}`,
  ].join(' \\\n  ')
}
