/** ARNs of principals, policies and providers. IAM is global: they have no region. */

/** What an ARN of IAM is made of, besides its kind. */
interface Named {
  readonly account: string
  /** Starts and ends with a slash. */
  readonly path: string
  readonly name: string
}

export type PathKind = 'user' | 'group' | 'role' | 'policy'

/** `arn:aws:iam::123456789012:user/division/alice`. */
export function iamArn(kind: PathKind, { account, path, name }: Named): string {
  return `arn:aws:iam::${account}:${kind}${path}${name}`
}

/** `issuer` is the URL without `https://`. */
export function providerArn(account: string, issuer: string): string {
  return `arn:aws:iam::${account}:oidc-provider/${issuer}`
}

export interface ParsedIamArn extends Named {
  readonly kind: PathKind
}

/** `aws` stands for the account of AWS's own policies. */
const pathArn =
  /^arn:aws[\w-]*:iam::(\d{12}|aws):(user|group|role|policy)(\/(?:[!-\x7f]+\/)?)([\w+=,.@-]+)$/

/** Undefined if the text is not the ARN of a user, group, role or policy. */
export function parseIamArn(arn: string): ParsedIamArn | undefined {
  const match = pathArn.exec(arn)
  if (match === null) return undefined
  const [, account = '', kind, path = '', name = ''] = match
  return { account, kind: kind as PathKind, path, name }
}

const providerPattern = /^arn:aws[\w-]*:iam::(\d{12}):oidc-provider\/(.+)$/

/** Undefined if the text is not the ARN of a provider of web identities. */
export function parseProviderArn(
  arn: string,
): { readonly account: string; readonly issuer: string } | undefined {
  const match = providerPattern.exec(arn)
  return match === null ? undefined : { account: match[1]!, issuer: match[2]! }
}
