"""Services that the user names: endpoints that speak the OpenAI-compatible protocol over HTTP.

Nothing here is used unless the user asks for it. Keys come from the environment, are never stored,
and stand in no message.
"""
