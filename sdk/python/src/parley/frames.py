"""What a frame of the service means for the state of a client."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

Frame: TypeAlias = dict[str, Any]
"""A frame of the service. Keys that this version does not know are ignored."""


def parse_frame(text: str | bytes) -> Frame | None:
    """None for anything but the text of a JSON object."""
    if isinstance(text, bytes):
        return None
    try:
        frame = json.loads(text)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) else None


def is_first(frame: Frame) -> bool:
    """Whether this is the first frame of a connection."""
    return frame.get('eventType') == 'chat.notifications'


def is_numbered(frame: Frame) -> bool:
    """Whether the frame is a change in the log of its room; false for an answer that repeats an earlier frame."""
    repeats = (frame.get('meta') or {}).get('duplicate') is True
    return frame.get('room_id') is not None and frame.get('seq') is not None and not repeats


def starts_membership(frame: Frame) -> bool:
    """Whether the frame makes the user a member of the room."""
    return frame['eventType'] in ('roomcreate.dispatch', 'roomaddmembers.dispatch')


def ends_membership(frame: Frame) -> bool:
    """Whether the frame ends the user's membership."""
    return frame['eventType'] in ('roomexit.dispatch', 'roomdelete.dispatch')
