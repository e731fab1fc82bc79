//! Lists of field names for masking: fields without personal data, and public
//! names. Names are separated by blanks.

/// Fields whose values are kept: they describe content and format, not the
/// sender.
const HARMLESS: &str = "
    :method :protocol :scheme :status accept accept-charset accept-encoding accept-language
    accept-ranges age allow cache-control connection content-encoding content-language
    content-length content-type date expires grpc-accept-encoding grpc-encoding grpc-status
    grpc-timeout last-modified pragma priority retry-after sec-fetch-dest sec-fetch-mode
    sec-fetch-site sec-fetch-user server strict-transport-security te trailer transfer-encoding
    user-agent vary
";

/// Fields whose values are masked and whose names are public, in addition to
/// the static table.
const PUBLIC: &str = "
    :path accept-ch accept-patch access-control-allow-credentials access-control-allow-headers
    access-control-allow-methods access-control-expose-headers access-control-max-age
    access-control-request-headers access-control-request-method alt-svc alt-used api-key apikey
    authentication-info cdn-cache-control cf-ray clear-site-data content-digest
    content-security-policy content-security-policy-report-only cross-origin-embedder-policy
    cross-origin-opener-policy cross-origin-resource-policy dnt early-data expect-ct forwarded
    grpc-message grpc-metadata-authorization grpc-status-details-bin grpc-tags-bin
    grpc-trace-bin http2-settings idempotency-key keep-alive nel origin permissions-policy
    proxy-authentication-info proxy-connection referrer-policy report-to reporting-endpoints
    sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-websocket-accept sec-websocket-extensions
    sec-websocket-key sec-websocket-protocol sec-websocket-version server-timing
    timing-allow-origin traceparent tracestate upgrade upgrade-insecure-requests x-access-token
    x-api-key x-auth-token x-authorization x-cache x-content-type-options x-correlation-id
    x-csrf-token x-dns-prefetch-control x-forwarded-for x-forwarded-host x-forwarded-port
    x-forwarded-proto x-frame-options x-powered-by x-real-ip x-request-id x-requested-with
    x-robots-tag x-xsrf-token x-xss-protection
";

pub(super) fn is_harmless(name: &str) -> bool {
    HARMLESS.split_ascii_whitespace().any(|one| one == name)
}

pub(super) fn is_public(name: &str) -> bool {
    is_harmless(name) || PUBLIC.split_ascii_whitespace().any(|one| one == name)
}
