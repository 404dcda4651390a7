import './skeleton.css'

/** The shape of rows that are on their way; it appears only if they take a while. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} className="skeleton-row" />
      ))}
    </div>
  )
}
