/** The documents in force of managed policies, AWS's and the account's own, by ARN. */
import { awsManagedDocument } from './managed-policies.js'
import type { IamPolicy } from './entities.js'
import type { IamStore } from './iam-store.js'

const policyPattern = /^arn:aws:iam::(\d{12}):policy\/(?:.*\/)?([^/]+)$/

export class ManagedDocuments {
  readonly #documents: ReadonlyMap<string, string>

  private constructor(documents: ReadonlyMap<string, string>) {
    this.#documents = documents
  }

  /** Policies of other accounts are not found. AWS: they cannot be attached. */
  static async read(
    store: IamStore,
    account: string,
    arns: readonly string[],
  ): Promise<ManagedDocuments> {
    const own = arns.flatMap((arn) => {
      const [, owner, name] = policyPattern.exec(arn) ?? []
      return owner === account && name !== undefined
        ? [{ kind: 'policy', account, name } as const]
        : []
    })
    const found = own.length === 0 ? [] : await store.findAll(own)
    const documents = found.flatMap((policy) => (policy === undefined ? [] : entriesOf(policy)))
    return new ManagedDocuments(new Map(documents))
  }

  /** JSON; undefined if there is no such policy. */
  find(arn: string): string | undefined {
    return this.#documents.get(arn) ?? awsManagedDocument(arn)
  }
}

function entriesOf(policy: IamPolicy): readonly (readonly [string, string])[] {
  const { account, path, name, versions, defaultVersionId } = policy
  const version = versions.find(({ id }) => id === defaultVersionId)
  if (version === undefined) return []
  return [[`arn:aws:iam::${account}:policy${path}${name}`, version.document]]
}
