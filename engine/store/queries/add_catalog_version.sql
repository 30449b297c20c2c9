insert into catalog_versions (
    version, name, fingerprint, content, created_at, documents, links, warnings, overlay,
    tool_count, link_count, warning_count
) values (
    $version, $name, $fingerprint, $content, $created_at, $documents, $links, $warnings, $overlay,
    $tool_count, $link_count, $warning_count
)
