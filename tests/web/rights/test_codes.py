"""The tablet's code and the phones' tokens: each works once and expires."""

from __future__ import annotations

import itertools

import pytest

from web.rights.codes import CODE_DIGITS, MAX_WRONG_CODES, TOKEN_S, PhoneTokens, TabletCode


@pytest.fixture
def numbered_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make codes 000001, 000002 and so on."""
    numbers = itertools.count(1)
    monkeypatch.setattr("web.rights.codes.secrets.randbelow", lambda _: next(numbers))


@pytest.mark.usefixtures("numbered_codes")
class TestTabletCode:
    def test_it_is_good_once(self) -> None:
        code = TabletCode()
        assert code.digits == "000001"
        assert code.use("000001")
        assert not code.use("000001")
        assert code.use("000002")

    @pytest.mark.parametrize("text", ["", "1", "00001", "0000001", "abcdef", "٠٠٠٠٠١", "½"])
    def test_a_wrong_code_pairs_nothing(self, text: str) -> None:
        code = TabletCode()
        assert not code.use(text)
        assert code.digits == "000001"

    def test_too_many_wrong_codes_change_the_code(self) -> None:
        code = TabletCode()
        new_codes: list[str] = []
        code.on_change(new_codes.append)
        assert not any(code.use("999999") for _ in range(MAX_WRONG_CODES - 1))
        assert (code.digits, new_codes) == ("000001", [])
        assert not code.use("999999")
        assert (code.digits, new_codes) == ("000002", ["000002"])

    def test_a_new_code_resets_the_count_of_wrong_ones(self) -> None:
        code = TabletCode()
        for _ in range(MAX_WRONG_CODES - 1):
            code.use("999999")
        code.use("000001")
        code.use("999999")
        assert code.digits == "000002"

    def test_listeners_receive_the_next_code(self) -> None:
        code = TabletCode()
        new_codes: list[str] = []
        code.on_change(new_codes.append)
        code.use("000001")
        assert new_codes == ["000002"]

    def test_a_new_code_invalidates_the_last_one(self) -> None:
        code = TabletCode()
        assert code.renew() == "000002"
        assert not code.use("000001")
        assert code.use("000002")


class TestLinkKey:
    def test_a_used_key_invalidates_the_code(self) -> None:
        code = TabletCode()
        new_codes: list[str] = []
        code.on_change(new_codes.append)
        key = code.key
        assert code.use_key(key)
        assert not code.use_key(key)
        assert new_codes == [code.digits]

    def test_a_used_code_changes_the_key(self) -> None:
        code = TabletCode()
        key = code.key
        assert code.use(code.digits)
        assert not code.use_key(key)

    def test_wrong_codes_leave_the_key_unchanged(self) -> None:
        code = TabletCode()
        key = code.key
        for n in range(100):
            code.use(f"x{n}")
        assert code.key == key

    def test_a_wrong_key_changes_nothing(self) -> None:
        code = TabletCode()
        before = code.digits, code.key
        assert not any(code.use_key(text) for text in ("", "x", code.digits, "é"))
        assert (code.digits, code.key) == before

    def test_it_can_t_be_guessed(self) -> None:
        keys = {TabletCode().key for _ in range(200)}
        assert len(keys) == 200
        assert min(map(len, keys)) >= 21  # 128 bits


def test_codes_are_six_digits_anywhere_among_a_million() -> None:
    codes = {TabletCode().digits for _ in range(200)}
    assert all(len(code) == CODE_DIGITS and code.isdigit() for code in codes)
    assert len({code[0] for code in codes}) > 5
    assert len(codes) > 190


class TestPhoneTokens:
    def setup_method(self) -> None:
        self.now = 0.0
        self.tokens = PhoneTokens(lambda: self.now)

    def test_a_token_pairs_its_seat_once(self) -> None:
        invited = self.tokens.invite("red", "Ana")
        assert self.tokens.use(invited.token) == invited
        assert self.tokens.use(invited.token) is None

    def test_looking_up_a_token_does_not_use_it(self) -> None:
        invited = self.tokens.invite("red", "Ana")
        assert self.tokens.peek(invited.token) == invited
        assert self.tokens.use(invited.token) == invited

    def test_a_token_expires_after_some_minutes(self) -> None:
        early, late = self.tokens.invite("red", "Ana"), self.tokens.invite("blue", "Ben")
        self.now = TOKEN_S - 1
        assert self.tokens.use(early.token)
        self.now = TOKEN_S
        assert self.tokens.use(late.token) is None
        assert self.tokens.find_invitation("blue") is None

    def test_a_seat_s_new_token_invalidates_its_last_one(self) -> None:
        first = self.tokens.invite("red", "Ana")
        second = self.tokens.invite("red", "Ana")
        assert self.tokens.use(first.token) is None
        assert self.tokens.use(second.token) == second

    def test_each_seat_has_its_own_token(self) -> None:
        red, blue = self.tokens.invite("red", "Ana"), self.tokens.invite("blue", "Ben")
        assert self.tokens.use(blue.token) == blue
        assert self.tokens.find_invitation("red") == red

    def test_it_can_t_be_guessed(self) -> None:
        tokens = {self.tokens.invite("red", "Ana").token for _ in range(200)}
        assert len(tokens) == 200
        assert min(map(len, tokens)) >= 21  # 128 bits

    @pytest.mark.parametrize("token", ["", "red", "é", "x" * 10_000])
    def test_an_unknown_token_pairs_nothing(self, token: str) -> None:
        self.tokens.invite("red", "Ana")
        assert self.tokens.use(token) is None
