/** AWS's own managed policies, which every account can attach: `arn:aws:iam::aws:policy/…`. */

const everything =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'

const documents: ReadonlyMap<string, string> = new Map([
  ['arn:aws:iam::aws:policy/AdministratorAccess', everything],
])

/** JSON; undefined if there is no such policy here. */
export function awsManagedDocument(arn: string): string | undefined {
  return documents.get(arn)
}
