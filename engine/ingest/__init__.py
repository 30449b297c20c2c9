"""From documents of any of the usual formats to a catalog, with a report of what was lost.

:func:`engine.ingest.load.build_catalog` reads OpenAPI 3 and Swagger 2.0, MCP ``tools/list``,
function schemas, GraphQL introspection, Arazzo workflows and overlays; one module each. A reader
makes *drafts*, :mod:`engine.ingest.names` gives them names, and :mod:`engine.ingest.load` puts the
catalog together.

Codes of the report, by what they mean for the catalog:

* not in it: ``operation_left_out``, ``tool_left_out``, ``webhooks_left_out``,
  ``callbacks_left_out``, ``subscriptions_left_out``, ``no_operations``, ``not_a_document``,
  ``same_document``
* incomplete: ``fields_left_out``, ``unreadable_parameter``, ``missing_file``,
  ``missing_reference``, ``remote_reference``, ``circular_reference``, ``link_without_tool``,
  ``overlay_unknown_tool``, ``unknown_path_key``
* guessed or changed: ``missing_operation_id``, ``duplicate_operation_id``, ``repeated_key``,
  ``undeclared_path_parameter``, ``path_without_slash``, ``unknown_security_scheme``
* as it stands, but worth knowing: ``long_name``, ``similar_names``, ``overlay_kept``
"""
