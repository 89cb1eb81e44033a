// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that moves, but refuses to say what it is, in words that its maker chooses: those of a busy node, for example.
/// Its maker can have it speak later.
contract RefusingToken {
    string private reason;
    bool private speaks;
    address private immutable maker;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory reason_) {
        reason = reason_;
        maker = msg.sender;
    }

    function mint(address to, uint256 value) external {
        emit Transfer(address(0), to, value);
    }

    function speak() external {
        require(msg.sender == maker, reason);
        speaks = true;
    }

    function name() external view returns (string memory) {
        require(speaks, reason);
        return "Late Speaker";
    }

    function symbol() external view returns (string memory) {
        require(speaks, reason);
        return "LATE";
    }

    function decimals() external view returns (uint8) {
        require(speaks, reason);
        return 6;
    }

    fallback() external {
        revert(reason);
    }
}

/// Refuses as EIP-3668 has it: whoever calls is to fetch an address of the contract's choice. Panics where it is asked for decimals.
contract LuringToken {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    string private url;

    constructor(string memory url_) {
        url = url_;
    }

    function decimals() external pure returns (uint256) {
        uint256[] memory none = new uint256[](0);
        return none[1];
    }

    fallback() external {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, this.decimals.selector, "");
    }
}
