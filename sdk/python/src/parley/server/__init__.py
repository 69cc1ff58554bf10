"""The client of the HTTP API for a backend, and the check of webhooks."""

from .client import ParleyServer
from .webhooks import WebhookError, verify_webhook

__all__ = ['ParleyServer', 'WebhookError', 'verify_webhook']
