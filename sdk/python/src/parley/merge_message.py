"""Short messages, which leave out and cut fields: see ShortMessage in docs/protocol.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from .models import Message, ShortMessage


def merge_receipts(known: Message, short: ShortMessage | Message) -> Message:
    """A known message after a receipt.

    Receipts have no number: the rest of the short message may be older than what is known.
    """
    return {
        **known,
        'delivered_to': _merged(known['delivered_to'], short['delivered_to'], lambda name: name),
        'read_receipts': _merged(
            known['read_receipts'], short['read_receipts'], lambda receipt: receipt['reader']['id']
        ),
    }


def merge_message(known: Message, short: ShortMessage, user_id: int | None = None) -> Message:
    """A known message after a small change.

    Fields that the short message leaves out or cuts stay as they are known, and cut lists add their entries to the
    known ones, as receipts always do. A small change is none of a poll. `user_id`: the user whose reaction has changed:
    those of the user are removed that the short message does not name.
    """
    unlisted = short.get('unlisted_reactions') or []
    others = [
        each
        for each in known['reactions']
        if each['user']['id'] != user_id or each['reaction_content'] in unlisted
    ]
    changed: dict[str, Any] = {**merge_receipts(known, short)}
    for name in ('is_deleted', 'is_edited', 'mention_room', 'updated_at', 'edited_at'):
        if name in short:
            changed[name] = short[name]
    for name in ('content', 'metadata', 'mentions', 'pinned'):
        if name in short and not short.get(f'{name}_truncated'):
            changed[name] = short[name]
    for name in ('forwarded_from', 'parent_message'):
        if name in short and short[name] is None:
            changed[name] = None
    if short['is_deleted']:
        changed['attachments'] = []
    changed['reactions'] = (
        _merged(others, short['reactions'], lambda each: (each['user']['id'], each['reaction_content']))
        if short.get('reactions_truncated')
        else short['reactions']
    )
    return cast(Message, changed)


def _merged(known: Sequence[Any], listed: Sequence[Any], key_of: Callable[[Any], object]) -> list[Any]:
    """The listed entries, after the known ones that are not among them."""
    keys = {key_of(entry) for entry in listed}
    return [*(entry for entry in known if key_of(entry) not in keys), *listed]


def merge_user(value: Any, part: Mapping[str, Any]) -> Any:
    """A value of the wire in which a user, or a file of a message, has changed.

    Parts without it stay the same objects. `custom` of a profile is left out: only answers about people contain it.
    """
    if isinstance(value, list):
        items = [merge_user(item, part) for item in value]
        return items if any(item is not former for item, former in zip(items, value)) else value
    if not isinstance(value, dict):
        return value
    if ('username' in value or 'media_url' in value) and value.get('id') == part['id']:
        # Only guests have the mark: who is a member now loses it.
        kept = {key: item for key, item in value.items() if key != 'is_guest'}
        return {**kept, **{key: item for key, item in part.items() if key != 'custom'}}
    changed = {key: merge_user(item, part) for key, item in value.items()}
    return changed if any(changed[key] is not value[key] for key in value) else value
